// The list of an album's photos is never old.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { startSecondProcess } from '#server/testing/second-process.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { listAlbumImages } from './album-images.ts';

const testApp = startTestApp();
/** It receives no live events, so it must ask the database with every call. */
const second = startSecondProcess(testApp, { isDeaf: true });

/** Asks both processes as staff do. */
async function expectCurrent({ id }: TestAlbum): Promise<number[]> {
  const now = await listAlbumImages(testApp.context, id);
  const { token } = await staff();
  for (const { app } of [testApp, second]) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.inject({ url: `/api/albums/${id}`, headers })).json().images).toEqual(now);
  }
  return now.map((image) => image.id);
}

let knownStaff: TestUser | undefined;
async function staff(): Promise<TestUser> {
  knownStaff ??= await buildUser(testApp, { role: 'super' });
  return knownStaff;
}

test('every change of a photo is in the list at once in every process', async () => {
  const { db } = testApp.context;
  const [album, other] = [await buildAlbum(testApp), await buildAlbum(testApp)];
  expect(await expectCurrent(album)).toEqual([]);
  const { id } = await buildImage(testApp, album, { state: 'received' });
  const { id: still } = await buildImage(testApp, album);
  expect(await expectCurrent(album)).toEqual([still]);
  const changes = [
    { state: 'ready' as const },
    { width: 900 },
    { height: 700 },
    { placeholder: 'YQgGHwSHd4eAiHh3h3h4eAeH' },
    { capturedAt: '2020-01-01T00:00:00Z' },
    { hiddenAt: new Date() },
    { hiddenAt: null },
    { albumId: other.id },
    { albumId: album.id },
    { albumId: null },
  ];
  for (const change of changes) {
    const before = await listAlbumImages(testApp.context, album.id);
    await db.updateTable('images').set(change).where('id', '=', id).execute();
    expect(await listAlbumImages(testApp.context, album.id)).not.toEqual(before);
    await expectCurrent(album);
    await expectCurrent(other);
  }
});

test('a long album is the same answer with and without compression', async () => {
  const album = await buildAlbum(testApp, { teamName: 'Étoile "ü"' });
  const placeholder = 'EQgGHwSHd4eAiHh3h3h4eAeH';
  for (let count = 0; count < 150; count++) await buildImage(testApp, album, { placeholder });
  const { token } = await staff();
  const ask = (encoding: string) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
    return second.app.inject({ url: `/api/albums/${album.id}`, headers });
  };
  const plain = await ask('identity');
  for (const [encoding, unpack] of [
    ['gzip', gunzipSync],
    ['gzip, deflate, br, zstd', brotliDecompressSync],
  ] as const) {
    const packed = await ask(encoding);
    expect(packed.headers.vary).toBe('accept-encoding');
    const { temp_jwt: _, ...answer } = JSON.parse(unpack(packed.rawPayload).toString());
    expect(plain.json()).toMatchObject(answer);
  }
  for (const encoding of ['identity', '']) {
    expect((await ask(encoding)).headers['content-encoding']).toBeUndefined();
  }
});
