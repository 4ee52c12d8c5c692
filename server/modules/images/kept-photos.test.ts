// The photos of an album are written once for everybody: these tests show that the list is never old.
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Db } from '#server/platform/database.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startSecondProcess } from '#server/testing/second-process.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { albumImagesAsJson, listAlbumImages } from './album-images.ts';

const testApp = startTestApp();
/** It receives no live events, so it must ask the database with every call. */
const second = startSecondProcess(testApp, { isDeaf: true });

/** Checks both processes, because each may still keep the list from before the change. */
async function expectCurrent({ id }: TestAlbum): Promise<number[]> {
  const now = await listAlbumImages(testApp.context.db, id);
  for (const { db } of [testApp.context, second.context]) {
    expect(JSON.parse((await albumImagesAsJson(db, id)).text)).toEqual(now);
  }
  return now.map((image) => image.id);
}

test('every change of a photo is in the list at once in every process', async () => {
  const { db } = testApp.context;
  const [album, other] = [await buildAlbum(testApp), await buildAlbum(testApp)];
  expect(await expectCurrent(album)).toEqual([]);
  const { id } = await buildImage(testApp, album, { state: 'received' });
  const { id: gone } = await buildImage(testApp, album);
  expect(await expectCurrent(album)).toEqual([gone]);
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
    const before = await listAlbumImages(db, album.id);
    await db.updateTable('images').set(change).where('id', '=', id).execute();
    expect(await listAlbumImages(db, album.id)).not.toEqual(before);
    await expectCurrent(album);
    await expectCurrent(other);
  }
  await db.deleteFrom('images').where('id', '=', gone).execute();
  expect(await expectCurrent(album)).toEqual([]);
});

test('the list is written once while nothing changes', async () => {
  const { db } = testApp.context;
  const [album, other] = [await buildAlbum(testApp), await buildAlbum(testApp)];
  const { id } = await buildImage(testApp, album);
  const first = await albumImagesAsJson(db, album.id);
  await buildImage(testApp, other);
  await db.updateTable('images').set({ sharpness: 1 }).where('id', '=', id).execute();
  expect(await albumImagesAsJson(db, album.id)).toBe(first);
});

test('a change that is rolled back gives its version to no other', async () => {
  const { db } = testApp.context;
  const album = await buildAlbum(testApp);
  const { id } = await buildImage(testApp, album);
  const widen = (on: Db, width: number) =>
    on.updateTable('images').set({ width }).where('id', '=', id).execute();
  const tried = db.transaction().execute(async (tx) => {
    await widen(tx, 901);
    expect((await albumImagesAsJson(tx, album.id)).text).toContain('"width":901');
    throw new Error('taken back');
  });
  await expect(tried).rejects.toThrow('taken back');
  await expectCurrent(album);
  await widen(db, 902);
  await expectCurrent(album);
});

test('a long album is the same answer with and without compression', async () => {
  const staff = await buildUser(testApp, { role: 'super' });
  const album = await buildAlbum(testApp, { teamName: 'Étoile "ü"' });
  const placeholder = 'EQgGHwSHd4eAiHh3h3h4eAeH';
  for (let count = 0; count < 150; count++) await buildImage(testApp, album, { placeholder });
  const ask = (encoding: string) => {
    const headers = { authorization: `Bearer ${staff.token}`, 'accept-encoding': encoding };
    return second.app.inject({ url: `/api/albums/${album.id}`, headers });
  };
  const plain = await ask('identity');
  for (const encoding of ['gzip', 'br, gzip;q=0.5', 'gzip, deflate, br, zstd']) {
    const packed = await ask(encoding);
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    const { temp_jwt: _, ...answer } = JSON.parse(gunzipSync(packed.rawPayload).toString());
    expect(plain.json()).toMatchObject(answer);
  }
  for (const encoding of ['identity', 'gzip;q=0', 'gzip; q=0.0']) {
    expect((await ask(encoding)).headers['content-encoding']).toBeUndefined();
  }
});
