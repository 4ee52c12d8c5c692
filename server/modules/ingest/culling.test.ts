import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { BodyOf } from '#contract/endpoint.ts';
import { type CullAction, cullingEndpoints } from '#contract/endpoints/culling.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { neutralPreview } from '#server/modules/images/derivatives.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { zipPath } from '#server/testing/fetch-zip.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { ingestAndWait, makePhoto, miscountedAlbums, reloadImage } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { readZipDirectory } from '#server/testing/zip-directory.ts';

const testApp = startTestApp();
let staff: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'analyst' });
});

async function buildPhotos(count: number) {
  const album = await buildAlbum(testApp, { imagesCount: count });
  const photos: { id: number }[] = [];
  for (let i = 0; i < count; i += 1) {
    const capturedAt = minutesFrom(new Date('2026-11-14T18:00:00Z'), i);
    photos.push(await buildImage(testApp, album, { capturedAt, files: { original: await makePhoto() } }));
  }
  return { album, ids: photos.map(({ id }) => id) as [number, number, number, ...number[]] };
}

type Extra = Partial<BodyOf<typeof cullingEndpoints.cullPhotos>>;

function cull(album: TestAlbum, action: CullAction, images: number[], extra: Extra = {}) {
  const body = { key: randomUUID(), action, images, ...extra };
  return testApp.call(cullingEndpoints.cullPhotos, { token: staff.token, params: { id: album.id }, body });
}

function undo(key: string) {
  return testApp.call(cullingEndpoints.undoPhotoAction, { token: staff.token, params: { key } });
}

async function list(album: TestAlbum) {
  const params = { id: album.id };
  return (await testApp.call(cullingEndpoints.listCulledPhotos, { token: staff.token, params })).body;
}

/** Returns the photos of an owned album as its zip holds them. */
async function downloadZip(owner: TestUser, entitlementId: number): Promise<Buffer[]> {
  const { rawPayload } = await testApp.app.inject({ url: await zipPath(testApp, owner, entitlementId) });
  const readAt = (start: number, length: number) => rawPayload.subarray(start, start + length);
  return readZipDirectory(rawPayload.length, readAt).map(({ dataStart, sizeBytes }) =>
    readAt(dataStart, sizeBytes),
  );
}

async function reloadAlbum(album: TestAlbum) {
  return testApp.context.db
    .selectFrom('albums')
    .selectAll()
    .where('id', '=', album.id)
    .executeTakeFirstOrThrow();
}

const coverOf = async (album: TestAlbum) =>
  ((await reloadAlbum(album)).cover as { id: number }[]).map(({ id }) => id);

const isThere = (folder: string, imageId: number) =>
  testApp.context.storage.stat(derivativeKey(folder, imageId, 'thumb'));

async function own(album: TestAlbum, imageId: number | null) {
  await buildEntitlement(testApp, await buildUser(testApp), album, { imageId });
}

test('a rejected photo is hidden from customers at once, kept, listed for staff, and restored as it was', async () => {
  const { album, ids } = await buildPhotos(3);
  const event = await testApp.context.db
    .selectFrom('events')
    .select('trayUuid')
    .where('id', '=', album.eventId)
    .executeTakeFirstOrThrow();
  const answer = await cull(album, 'reject', [ids[0], ids[0]]);
  expect(answer).toMatchObject({ status: 200, body: { kind: 'reject', photos: 1, can_undo: true } });
  expect(await isThere(album.uuid, ids[0])).toBeUndefined();
  expect(await isThere(event.trayUuid, ids[0])).toBeDefined();
  expect((await reloadAlbum(album)).imagesCount).toBe(2);
  expect(await coverOf(album)).toEqual([ids[1], ids[2]]);
  const { images } = await list(album);
  expect(images.map(({ id, is_rejected }) => [id, is_rejected])).toEqual([
    [ids[0], true],
    [ids[1], false],
    [ids[2], false],
  ]);
  expect((await cull(album, 'restore', ids)).body).toMatchObject({ photos: 1 });
  expect(await isThere(album.uuid, ids[0])).toBeDefined();
  expect((await reloadAlbum(album)).imagesCount).toBe(3);
  expect(await miscountedAlbums(testApp)).toEqual([]);
});

test('a report and a rejection hide a photo each for itself', async () => {
  const { album, ids } = await buildPhotos(3);
  const [id] = ids;
  const report = { image: id, album: album.id, event: album.eventId, user: staff.id, memo: 'x' };
  await testApp.call(moderationEndpoints.reportPhoto, {
    token: staff.token,
    body: { ...report, type: 'privacy' },
  });
  await testApp.context.db
    .updateTable('images')
    .set({ hiddenAt: new Date(), withheldAt: new Date() })
    .where('id', '=', id)
    .execute();
  await cull(album, 'reject', [id]);
  await cull(album, 'restore', [id]);
  expect(await reloadImage(testApp, id)).toMatchObject({ rejectedAt: null, hiddenAt: expect.any(String) });
  await cull(album, 'reject', [id]);
  await testApp.call(moderationEndpoints.acknowledgeReport, {
    token: staff.token,
    body: { image: id, removed: false },
  });
  expect(await reloadImage(testApp, id)).toMatchObject({
    withheldAt: null,
    hiddenAt: expect.any(String),
    rejectedAt: expect.any(String),
  });
  await cull(album, 'restore', [id]);
  expect(await reloadImage(testApp, id)).toMatchObject({ hiddenAt: null });
});

test('a turned photo is made again by a job, keeps its original bytes, and its undo turns it back', async () => {
  const event = await buildEvent(testApp);
  const album = await buildAlbum(testApp, { eventId: event.id });
  const original = await makePhoto({ width: 320, height: 200 });
  const image = await ingestAndWait(testApp, { eventId: event.id, albumId: album.id }, original);
  const turned = await cull(album, 'rotate', [image.id], { turn: 90 });
  expect(turned.body).toMatchObject({ kind: 'rotate', photos: 1 });
  const shown = () => reloadImage(testApp, image.id);
  expect(await shown()).toMatchObject({ width: 200, height: 320, rotation: 90 });
  const settled = (rotation: number) =>
    eventually(async () => ((await shown()).shownRotation === rotation ? true : undefined), 'new pictures');
  await settled(90);
  const preview = await testApp.context.storage.read(derivativeKey(album.uuid, image.id, 'preview'));
  expect(await sharp(preview && neutralPreview(preview)).metadata()).toMatchObject({
    width: 200,
    height: 320,
  });
  const stored = await testApp.context.db
    .selectFrom('cleanOriginals')
    .selectAll()
    .where('imageId', '=', image.id)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ rotation: 90, format: 'jpeg' });
  const owner = await buildUser(testApp);
  const { id } = await buildEntitlement(testApp, owner, album);
  const [inZip] = await downloadZip(owner, id);
  const asSeen = await sharp(inZip).autoOrient().toBuffer({ resolveWithObject: true });
  expect(asSeen.info).toMatchObject({ width: 200, height: 320 });
  await undo(turned.body.key);
  await settled(0);
  expect(await shown()).toMatchObject({ width: 320, height: 200, rotation: 0 });
});

test('a picked photo comes first on the cover until it is hidden, and picking it again undoes the choice', async () => {
  const { album, ids } = await buildPhotos(5);
  const picked = ids[3] as number;
  await cull(album, 'cover', [picked]);
  expect((await coverOf(album))[0]).toBe(picked);
  expect((await list(album)).cover).toBe(picked);
  await cull(album, 'reject', [picked]);
  expect(await coverOf(album)).not.toContain(picked);
  expect((await cull(album, 'cover', [picked])).status).toBe(409);
  await cull(album, 'restore', [picked]);
  expect((await coverOf(album))[0]).toBe(picked);
  const again = await cull(album, 'cover', [picked]);
  expect((await list(album)).cover).toBeNull();
  await undo(again.body.key);
  expect((await coverOf(album))[0]).toBe(picked);
});

test('a move and its undo keep the files, the counts and how the photo was filed', async () => {
  const { album, ids } = await buildPhotos(3);
  const other = await buildAlbum(testApp, { eventId: album.eventId });
  const before = await reloadImage(testApp, ids[0]);
  const moved = await cull(album, 'move', [ids[0], ids[1]], { to: other.id });
  expect(moved.body).toMatchObject({ kind: 'move', photos: 2, album: album.id, to_album: other.id });
  expect(await isThere(other.uuid, ids[0])).toBeDefined();
  await cull(other, 'move', [ids[1]], { to: album.id });
  const undone = await undo(moved.body.key);
  expect(undone.body).toMatchObject({ undone_photos: 1, can_undo: false });
  expect(await reloadImage(testApp, ids[0])).toMatchObject({ albumId: album.id, filedBy: before.filedBy });
  expect(await isThere(album.uuid, ids[0])).toBeDefined();
  expect((await undo(moved.body.key)).body).toEqual(undone.body);
  expect(await miscountedAlbums(testApp)).toEqual([]);
});

test('an undo leaves photos alone that somebody changed since, also if they look the same again', async () => {
  const { album, ids } = await buildPhotos(3);
  const first = await cull(album, 'reject', ids);
  await cull(album, 'restore', [ids[0]]);
  const second = await cull(album, 'reject', [ids[0]]);
  expect((await undo(first.body.key)).body).toMatchObject({ undone_photos: 2 });
  expect((await list(album)).images.map(({ is_rejected }) => is_rejected)).toEqual([true, false, false]);
  expect((await undo(second.body.key)).body).toMatchObject({ undone_photos: 1 });
});

test('ten undos at once, and a repeated key, change everything exactly once', async () => {
  const { album, ids } = await buildPhotos(3);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => cull(album, 'rotate', [...ids], { key, turn: 90 })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await reloadImage(testApp, ids[0])).toMatchObject({ rotation: 90 });
  const undos = await Promise.all(Array.from({ length: 10 }, () => undo(key)));
  expect(new Set(undos.map(({ body }) => body.undone_photos))).toEqual(new Set([3]));
  expect(await reloadImage(testApp, ids[0])).toMatchObject({ rotation: 0 });
  expect((await cull(album, 'reject', [...ids], { key })).status).toBe(409);
});

test('a photo that is being paid for, or waits for the recipient of a gift, is not rejected', async () => {
  const { db } = testApp.context;
  const { album, ids } = await buildPhotos(3);
  const { id: userId } = await buildUser(testApp);
  const order = async (imageId: number, state: object) => {
    const key = randomUUID().replaceAll('-', '');
    const { id: orderId } = await db
      .insertInto('orders')
      .values({ key, userId, subTotalCents: 0, totalCents: 0, ...state })
      .returning('id')
      .executeTakeFirstOrThrow();
    const line = { orderId, albumId: album.id, imageId, priceCents: 0, totalCents: 0 };
    await db.insertInto('orderLines').values(line).execute();
    return orderId;
  };
  const given = { state: 'paid', paidAt: new Date(), isGift: true, giftEmail: 'maya@example.test' };
  await order(ids[0], given);
  const paying = { orderId: await order(ids[1], {}), userId, mode: 'sandbox', amountCents: 0 };
  await db.insertInto('paymentAttempts').values(paying).execute();
  const refusal = { error: { code: 'photos_sold', details: { photos: 2 } } };
  expect((await cull(album, 'reject', ids, { sold_ok: true })).body).toMatchObject(refusal);
  expect((await cull(album, 'best', ids, { keep: ids[2] })).body).toMatchObject(refusal);
  expect((await cull(album, 'reject', [ids[2]])).status).toBe(200);
  await db.updateTable('orders').set({ giftDeliveredAt: new Date() }).where('isGift', '=', true).execute();
  await db
    .updateTable('paymentAttempts')
    .set({ state: 'failed', failureCode: 'card_declined', settledAt: new Date() })
    .where('orderId', '=', paying.orderId)
    .execute();
  expect((await cull(album, 'reject', ids)).status).toBe(200);
});

test('an undo rejects no photo that was bought meanwhile', async () => {
  const { album, ids } = await buildPhotos(3);
  await cull(album, 'reject', [ids[0]]);
  const restored = await cull(album, 'restore', [ids[0]]);
  await own(album, ids[0]);
  expect((await undo(restored.body.key)).body).toMatchObject({
    error: { code: 'photos_sold', details: { photos: 1 } },
  });
  expect((await list(album)).images.map(({ is_rejected }) => is_rejected)).toEqual([false, false, false]);
});

test('staff confirm before they take photos out of a sold album, and photos sold by themselves stay', async () => {
  const { album, ids } = await buildPhotos(3);
  const other = await buildAlbum(testApp, { eventId: album.eventId });
  await own(album, ids[1]);
  expect((await cull(album, 'reject', [ids[1]], { sold_ok: true })).body).toMatchObject({
    error: { code: 'photos_sold', details: { photos: 1 } },
  });
  expect((await cull(album, 'reject', [ids[0]])).status).toBe(200);
  await own(album, null);
  expect((await cull(album, 'move', [ids[2]], { to: other.id })).body).toMatchObject({
    error: { code: 'album_sold', details: { owners: 1 } },
  });
  expect((await cull(album, 'move', [ids[2]], { to: other.id, sold_ok: true })).status).toBe(200);
});

test('photos of another album, unknown ones and half a request change nothing', async () => {
  const { album, ids } = await buildPhotos(3);
  const { ids: foreign } = await buildPhotos(3);
  expect((await cull(album, 'reject', [ids[0], foreign[0]])).status).toBe(409);
  expect((await cull(album, 'reject', [ids[0], 2_000_000_000])).status).toBe(404);
  expect((await cull(album, 'move', [ids[0]], { to: 2_000_000_000 })).status).toBe(404);
  expect((await cull(album, 'move', [ids[0]])).status).toBe(400);
  expect((await cull(album, 'rotate', [ids[0]])).status).toBe(400);
  expect((await cull(album, 'cover', [ids[0], ids[1]])).status).toBe(400);
  expect((await undo(randomUUID())).status).toBe(404);
  expect((await list(album)).images.every(({ is_rejected }) => !is_rejected)).toBe(true);
});

test('an action can be undone for as many days as the setting says', async () => {
  const { album, ids } = await buildPhotos(3);
  const { body } = await cull(album, 'reject', [ids[0]]);
  await testApp.context.db
    .updateTable('photoActions')
    .set({ createdAt: minutesFrom(testApp.context.clock.now(), -31 * 24 * 60) })
    .where('key', '=', body.key)
    .execute();
  expect((await undo(body.key)).body).toMatchObject({ error: { code: 'too_late_to_undo' } });
  const params = { id: album.id };
  const recent = await testApp.call(cullingEndpoints.listPhotoActions, { token: staff.token, params });
  expect(recent.body).toEqual([]);
});

test('photos are measured at ingest, and a burst is suggested with its sharpest on top', async () => {
  const event = await buildEvent(testApp);
  const album = await buildAlbum(testApp, { eventId: event.id });
  const target = { eventId: event.id, albumId: album.id };
  const shot = { takenAt: '2026:11:14 14:05:00', serial: 'BURST-1', width: 400, height: 300 };
  const first = await ingestAndWait(testApp, target, await makePhoto(shot));
  const second = await ingestAndWait(testApp, target, await makePhoto(shot));
  expect(await reloadImage(testApp, first.id)).toMatchObject({
    perceptualHash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  const { db } = testApp.context;
  await db.updateTable('images').set({ sharpness: 5 }).where('id', '=', first.id).execute();
  await db.updateTable('images').set({ sharpness: 4 }).where('id', '=', second.id).execute();
  expect((await list(album)).images.map(({ id, burst }) => [id, burst])).toEqual([
    [first.id, { group: first.id, size: 2, is_best: true }],
    [second.id, { group: first.id, size: 2, is_best: false }],
  ]);
});

test('a photo is kept, rejected or open, and undo brings back what it was', async () => {
  const { album, ids } = await buildPhotos(4);
  const decisions = async () =>
    (await list(album)).images
      .map(({ is_kept, is_rejected }) => (is_kept ? 'K' : is_rejected ? 'X' : '-'))
      .join('');
  await cull(album, 'keep', [ids[0]]);
  await cull(album, 'reject', [ids[1]]);
  expect(await decisions()).toBe('KX--');
  const best = await cull(album, 'best', ids, { keep: ids[1] });
  expect(best.body).toMatchObject({ kind: 'best', photos: 4, is_mine: true });
  expect(await decisions()).toBe('XKXX');
  expect(await isThere(album.uuid, ids[1])).toBeDefined();
  expect((await undo(best.body.key)).body).toMatchObject({ undone_photos: 4 });
  expect(await decisions()).toBe('KX--');
  await cull(album, 'restore', ids);
  expect(await decisions()).toBe('----');
  expect((await reloadAlbum(album)).imagesCount).toBe(4);
  expect((await cull(album, 'best', ids)).status).toBe(400);
  expect((await cull(album, 'best', [ids[0]], { keep: ids[1] })).status).toBe(400);
  await own(album, ids[2]);
  expect((await cull(album, 'best', ids, { keep: ids[0] })).body).toMatchObject({
    error: { code: 'photos_sold', details: { photos: 1 } },
  });
  expect((await cull(album, 'best', ids, { keep: ids[2] })).status).toBe(200);
});

test('whoever culls sees photos without the watermark, rejected ones too, and the history says so once', async () => {
  const { album, ids } = await buildPhotos(2);
  const colleague = await buildUser(testApp, { role: 'customer_support' });
  const params = { id: album.id };
  const { temp_jwt } = (
    await testApp.call(cullingEndpoints.listCulledPhotos, { token: colleague.token, params })
  ).body;
  await testApp.call(cullingEndpoints.listCulledPhotos, { token: colleague.token, params });
  const get = (imageId: number, variant: string, token = temp_jwt) =>
    testApp.app.inject({ url: `/api/images/${album.uuid}/${imageId}.${variant}?auth=${token}` });
  const preview = await get(ids[0], 'preview');
  expect(preview.headers).toMatchObject({
    'x-picture-rendition': 'clean',
    'cache-control': expect.stringContaining('private'),
  });
  const original = await get(ids[0], 'original');
  expect(await sharp(original.rawPayload).metadata()).toMatchObject({ format: 'jpeg' });
  await cull(album, 'reject', [ids[0]]);
  for (const variant of ['thumb', 'preview', 'original'])
    expect((await get(ids[0], variant)).statusCode).toBe(200);
  expect((await get(ids[0], 'cover-480')).statusCode).toBe(403);
  await testApp.context.db
    .updateTable('images')
    .set({ hiddenAt: new Date(), withheldAt: new Date() })
    .where('id', '=', ids[0])
    .execute();
  expect((await get(ids[0], 'preview')).statusCode).toBe(404);
  const { db } = testApp.context;
  const seen = await db
    .selectFrom('auditLog')
    .select('actorId')
    .where('action', '=', 'images.see-clean')
    .where('subject', '=', `album:${album.id}`)
    .execute();
  expect(seen).toEqual([{ actorId: colleague.id }]);
  await db.updateTable('users').set({ role: 'authenticated' }).where('id', '=', colleague.id).execute();
  await eventually(
    async () => ((await get(ids[1], 'preview')).statusCode === 403 ? true : undefined),
    'the end of the right',
  );
  const customer = await testApp.call(cullingEndpoints.listCulledPhotos, {
    token: (await buildUser(testApp)).token,
    params,
  });
  expect(customer.status).toBe(403);
});
