import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { inTransaction } from '#server/context.ts';
import { prepareAlbumJob } from '#server/modules/catalogue/prepare-soon.ts';
import { moveImages } from '#server/modules/ingest/move-images.ts';
import { type ImageScope, issueImageToken } from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { ingestAndWait, isMarked, makePhoto } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { settleVisibility } from './derivatives-placement.ts';
import { derivativeKey } from './image-keys.ts';
import { withholdImage } from './image-records.ts';

const testApp = startTestApp();
let owner: TestUser;
let visitor: TestUser;
let staff: TestUser;
let album: TestAlbum;
let photo: Buffer;
let imageId: number;

beforeAll(async () => {
  owner = await buildUser(testApp);
  visitor = await buildUser(testApp);
  staff = await buildUser(testApp, { role: 'super' });
  album = await buildAlbum(testApp);
  await buildEntitlement(testApp, owner, album);
  await holdAlbum(testApp, visitor, album);
  photo = await makePhoto({ width: 1200, height: 800 });
  const target = { eventId: album.eventId, albumId: album.id };
  imageId = (await ingestAndWait(testApp, target, photo)).id;
});

const OWNERS: ImageScope = { kind: 'originals' };
const VISITORS: ImageScope = { kind: 'previews' };

async function get(
  name: string,
  scope: ImageScope,
  { uuid }: { uuid: string } = album,
  user = scope === VISITORS ? visitor : owner,
) {
  const auth = issueImageToken(testApp.context, { folderUuid: uuid, userId: user.id, scope }, 30);
  const { statusCode, headers, rawPayload } = await testApp.app.inject({
    url: `/api/images/${uuid}/${name}?auth=${auth}`,
  });
  return { status: statusCode, headers, body: rawPayload };
}

const isStored = async (variant: 'clean-thumb' | 'clean-preview', { uuid }: { uuid: string } = album) =>
  (await testApp.context.storage.stat(derivativeKey(uuid, imageId, variant))) !== undefined;

describe('the preview of what is owned', () => {
  test('carries no watermark, for its owner alone', async () => {
    const marked = await get(`${imageId}.preview`, VISITORS);
    const clean = await get(`${imageId}.preview`, OWNERS);
    const single = await get(`${imageId}.preview`, { kind: 'single', imageIds: [imageId] });
    expect(await isMarked(photo, clean.body)).toBe(false);
    expect(await isMarked(photo, marked.body)).toBe(true);
    expect(single.body.equals(clean.body)).toBe(true);
    expect(clean.headers.etag).not.toBe(marked.headers.etag);
    expect(clean.headers['cache-control']).toContain('private');
    expect((await get(`${imageId}.preview`, VISITORS)).body.equals(marked.body)).toBe(true);
    expect((await sharp(clean.body).metadata()).exif).toBeUndefined();
  });

  test('has no address of its own', async () => {
    for (const name of ['clean-preview', 'clean-thumb', 'clean']) {
      for (const scope of [VISITORS, OWNERS]) {
        expect((await get(`${imageId}.${name}`, scope)).status, name).toBe(404);
      }
    }
  });

  test('is opened by the token that the owner gets with the album', async () => {
    const ask = (token: string) =>
      testApp.call(catalogueEndpoints.getAlbum, { params: { id: album.id }, token });
    const { temp_jwt: token } = (await ask(owner.token)).body;
    const url = `/api/images/${album.uuid}/${imageId}.preview?auth=`;
    const owned = await testApp.app.inject({ url: url + token });
    expect(await isMarked(photo, owned.rawPayload)).toBe(false);
    const seen = await testApp.app.inject({ url: url + (await ask(staff.token)).body.temp_jwt });
    expect(await isMarked(photo, seen.rawPayload)).toBe(true);
  });

  test('asked for many times at once is made once, and a broken original leaves the marked one', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(`${imageId}.preview`, OWNERS)));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    const broken = await buildImage(testApp, album);
    const { body, headers } = await get(`${broken.id}.preview`, OWNERS);
    expect(body.toString()).toBe(`preview ${broken.id}`);
    expect(headers['cache-control']).toBe('private, max-age=5');
  });
});

test('a prepared album has clean thumbs too; until then owners see the marked ones', async () => {
  const other = await buildAlbum(testApp);
  await buildEntitlement(testApp, owner, other);
  await holdAlbum(testApp, visitor, other);
  const target = { eventId: other.eventId, albumId: other.id };
  const { id } = await ingestAndWait(testApp, target, await makePhoto());
  const marked = await get(`${id}.thumb`, VISITORS, other);
  expect((await get(`${id}.thumb`, OWNERS, other)).body.equals(marked.body)).toBe(true);
  await inTransaction(testApp.context, ({ db, queue }) =>
    queue.enqueue(db, prepareAlbumJob, { albumId: other.id }),
  );
  const clean = await eventually(async () => {
    const thumb = await get(`${id}.thumb`, OWNERS, other);
    return thumb.body.equals(marked.body) ? undefined : thumb;
  }, 'a clean thumb');
  expect(clean.headers['content-type']).toBe('image/webp');
  const cover = { kind: 'clean-thumbs' as const, imageIds: [id] };
  expect((await get(`${id}.thumb`, cover, other)).body.equals(clean.body)).toBe(true);
  expect((await get(`${id}.preview`, cover, other)).status).toBe(403);
  expect((await get(`${id}.original`, cover, other)).status).toBe(403);
  expect((await get(`${id}.thumb`, { ...cover, imageIds: [id + 1] }, other)).status).toBe(403);
  expect((await get(`${id}.thumb`, VISITORS, other)).body.equals(marked.body)).toBe(true);
});

describe('a photo that was bought alone', () => {
  test('is clean in every place where its owner sees it, and marked again after a refund', async () => {
    const mixed = await buildAlbum(testApp);
    const buyer = await buildUser(testApp);
    await holdAlbum(testApp, buyer, mixed);
    const target = { eventId: mixed.eventId, albumId: mixed.id };
    const [own, others] = [await makePhoto({ width: 900 }), await makePhoto({ width: 900 })];
    const { id } = await ingestAndWait(testApp, target, own);
    const { id: otherId } = await ingestAndWait(testApp, target, others);
    const { id: entitlementId } = await buildEntitlement(testApp, buyer, mixed, { imageId: id });
    const thumbs: ImageScope = { kind: 'thumbs', imageIds: [id, otherId] };
    const see = async (name: string, scope: ImageScope) => (await get(name, scope, mixed, buyer)).body;

    expect(await isMarked(own, await see(`${id}.preview`, { kind: 'previews' }))).toBe(false);
    expect(await isMarked(own, await see(`${id}.thumb`, thumbs))).toBe(false);
    expect(await isMarked(own, await see(`${id}.thumb`, { kind: 'clean-thumbs', imageIds: [id] }))).toBe(
      false,
    );
    expect(await isMarked(others, await see(`${otherId}.preview`, { kind: 'previews' }))).toBe(true);
    expect(await isMarked(others, await see(`${otherId}.thumb`, thumbs))).toBe(true);
    const foreign: ImageScope = { kind: 'clean-thumbs', imageIds: [otherId] };
    expect((await get(`${otherId}.thumb`, foreign, mixed, buyer)).status).toBe(403);

    await testApp.context.db
      .updateTable('entitlements')
      .set({ state: 'ended', endedAt: new Date() })
      .where('id', '=', entitlementId)
      .execute();
    await eventually(
      async () => ((await isMarked(own, await see(`${id}.thumb`, thumbs))) ? true : undefined),
      'the watermark after the refund',
    );
    expect(await isMarked(own, await see(`${id}.preview`, { kind: 'previews' }))).toBe(true);
  });

  test('gets its clean thumb made when its owner first asks for it', async () => {
    const mixed = await buildAlbum(testApp);
    const target = { eventId: mixed.eventId, albumId: mixed.id };
    const own = await makePhoto({ width: 900 });
    const { id } = await ingestAndWait(testApp, target, own);
    await buildEntitlement(testApp, owner, mixed, { imageId: id });
    const scope: ImageScope = { kind: 'clean-thumbs', imageIds: [id] };
    const first = await get(`${id}.thumb`, scope, mixed);
    expect(first.headers['cache-control']).toBe('private, max-age=30');
    await eventually(
      async () => ((await isMarked(own, (await get(`${id}.thumb`, scope, mixed)).body)) ? undefined : true),
      'a clean thumb',
    );
  });

  test('is marked for staff who look at what customers see', async () => {
    await buildEntitlement(testApp, staff, album);
    expect(await isMarked(photo, (await get(`${imageId}.preview`, VISITORS, album, staff)).body)).toBe(true);
  });
});

describe('a clean picture', () => {
  test('is gone when its photo is hidden, and comes back with it', async () => {
    await get(`${imageId}.preview`, OWNERS);
    expect(await isStored('clean-preview')).toBe(true);
    await inTransaction(testApp.context, (tx) => withholdImage(tx, imageId, new Date()));
    await settleVisibility(testApp.context, imageId);
    expect(await isStored('clean-preview')).toBe(false);
    expect(await isStored('clean-thumb')).toBe(false);
    expect((await get(`${imageId}.preview`, OWNERS)).status).toBe(404);
    await inTransaction(testApp.context, (tx) => withholdImage(tx, imageId, null));
    await settleVisibility(testApp.context, imageId);
    expect((await get(`${imageId}.preview`, OWNERS)).status).toBe(200);
  });

  test('does not stay behind when its photo moves', async () => {
    await get(`${imageId}.preview`, OWNERS);
    const other = await buildAlbum(testApp, { eventId: album.eventId });
    await buildEntitlement(testApp, owner, other);
    const actor = { userId: staff.id, role: 'super', sessionId: '', isVerified: true } as const;
    await moveImages(testApp.context, actor, { albumId: other.id, imageIds: [imageId] });
    await eventually(async () => ((await isStored('clean-preview')) ? undefined : true), 'an empty folder');
    const moved = await get(`${imageId}.preview`, OWNERS, other);
    expect(await isMarked(photo, moved.body)).toBe(false);
    expect((await get(`${imageId}.preview`, OWNERS)).status).toBe(404);
  });
});
