import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { codeword } from '#engines/watermark/codeword.ts';
import { assemble, openVariants } from '#engines/watermark/variants.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { markPreview } from './derivatives.ts';
import { createOpenPreviews } from './serve-preview.ts';
import { newestTraceKey } from './trace-keys.ts';
import { accountViewer } from './view-log.ts';

const testApp = startTestApp();
const VIEWERS = 12;

const traceKey = () => newestTraceKey(testApp.context.traceKeys);
const keyOf = (name: string) => `open-previews-test/${name}`;

async function makeStoredVariants({ imageId = 1, width = 640, height = 427 } = {}): Promise<Buffer> {
  const jpeg = await sharp(await makePhoto({ width, height }))
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer();
  return markPreview(jpeg, { traceKey: traceKey(), imageId }).preview;
}

/** Counts how often the storage is read. */
function openCounted(maxBytes?: number) {
  const { storage } = testApp.context;
  const count = { reads: 0 };
  const counting: typeof storage = {
    ...storage,
    readVersion(key) {
      count.reads += 1;
      return storage.readVersion(key);
    },
  };
  return { count, previews: createOpenPreviews({ ...testApp.context, storage: counting }, maxBytes) };
}

test('open variants take bounded memory, and a deleted file is gone at once', async () => {
  const { storage } = testApp.context;
  const variants = await makeStoredVariants();
  const { count, previews } = openCounted(variants.length * 2);
  for (const name of ['a', 'b', 'c']) await storage.put(keyOf(name), variants);
  await Promise.all(Array.from({ length: 5 }, () => previews.read(keyOf('a'))));
  expect(count.reads).toBe(1);
  await previews.read(keyOf('b'));
  await previews.read(keyOf('c'));
  await previews.read(keyOf('a'));
  expect(count.reads).toBe(4);
  await storage.delete(keyOf('a'));
  expect(await previews.read(keyOf('a'))).toBeUndefined();
});

test('variants are read once while their file stays, however long, and again as soon as it is replaced', async () => {
  const { storage } = testApp.context;
  const [variants, other] = [await makeStoredVariants(), await makeStoredVariants({ imageId: 2 })];
  const { count, previews } = openCounted();
  await storage.put(keyOf('variants'), variants);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await previews.read(keyOf('variants'))).toEqual({ variants: openVariants(variants) });
    await testApp.advanceMinutes(1);
  }
  expect(count.reads).toBe(1);
  await storage.put(keyOf('variants'), other);
  expect(await previews.read(keyOf('variants'))).toEqual({ variants: openVariants(other) });
  expect(count.reads).toBe(2);
});

test('a preview without variants is read once while its file stays, and again when it is replaced by one of the same size', async () => {
  const { storage } = testApp.context;
  const previews = createOpenPreviews(testApp.context);
  const read = async () => {
    const found = await previews.read(keyOf('plain'));
    return found && 'jpeg' in found ? found.jpeg : undefined;
  };
  await storage.put(keyOf('plain'), Buffer.from('first'));
  const first = await read();
  expect(first?.toString()).toBe('first');
  expect(await read()).toBe(first);
  for (const content of ['other', 'third', 'longer than before']) {
    await storage.put(keyOf('plain'), Buffer.from(content));
    expect((await read())?.toString()).toBe(content);
  }
  await storage.delete(keyOf('plain'));
  expect(await read()).toBeUndefined();
});

test('viewers who read slowly and break off beside others get exactly their own copy', async () => {
  const album = await buildAlbum(testApp);
  const preview = await makeStoredVariants({ width: 1600, height: 1067 });
  const { id: imageId } = await buildImage(testApp, album, { files: { preview } });
  const variants = openVariants(preview);
  const viewers: TestUser[] = [];
  for (let count = 0; count < VIEWERS; count += 1) {
    const viewer = await buildUser(testApp);
    await holdAlbum(testApp, viewer, album);
    viewers.push(viewer);
  }
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  const open = async ({ id: userId }: TestUser) => {
    const grant = { folderUuid: album.uuid, userId, scope: { kind: 'previews' as const } };
    const auth = issueImageToken(testApp.context, grant, 30);
    const request = get(`${address}/api/images/${album.uuid}/${imageId}.preview?auth=${auth}`, {
      agent: false,
    });
    const [response] = await once(request, 'response');
    return response;
  };
  const copyOf = ({ id }: TestUser) =>
    assemble(variants, codeword(traceKey().secret, imageId, accountViewer(id).code, variants.tiles));

  for (let round = 0; round < 3; round += 1) {
    // Nobody reads before everybody has an answer, and every third one leaves without reading.
    const answers = await Promise.all(viewers.map(open));
    for (const answer of answers.filter((_, index) => index % 3 === round)) answer.destroy();
    const others = await Promise.all(viewers.map(async (viewer) => buffer(await open(viewer))));
    for (const [index, viewer] of viewers.entries()) {
      const own = copyOf(viewer);
      expect(others[index]?.equals(own)).toBe(true);
      if (index % 3 !== round) expect((await buffer(answers[index])).equals(own)).toBe(true);
    }
  }
});
