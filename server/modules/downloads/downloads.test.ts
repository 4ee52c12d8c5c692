import { beforeAll, describe, expect, test } from 'vitest';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { prepareFailure } from '#server/testing/fetch-zip.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { notifyZipReady } from './request-download.ts';

const testApp = shareTestApp();
let owner: TestUser;
let stranger: TestUser;
let staff: TestUser;
let album: TestAlbum;

beforeAll(async () => {
  owner = await buildUser(testApp);
  stranger = await buildUser(testApp);
  staff = await buildUser(testApp, { role: 'customer_support' });
  album = await buildAlbum(testApp);
  for (const fileName of ['A.JPG', 'B.JPG', 'C.JPG']) await buildImage(testApp, album, { fileName });
});

const ask = (id: number, { token }: TestUser = owner) =>
  testApp.call(downloadEndpoints.downloadAlbum, { params: { id }, token });

/** Asks until the album is prepared. */
function askUntilReady(id: number, user: TestUser = owner) {
  return eventually(async () => {
    const answer = await ask(id, user);
    return answer.status === 202 ? undefined : answer;
  }, 'an address');
}

const hide = (imageId: number) =>
  testApp.context.db.updateTable('images').set({ hiddenAt: new Date() }).where('id', '=', imageId).execute();

const auditOf = (subject: string) =>
  testApp.context.db.selectFrom('auditLog').selectAll().where('subject', '=', subject).execute();

describe('an owned album', () => {
  test('is prepared, with progress, and then has an address nobody can guess', async () => {
    const { id } = await buildEntitlement(testApp, owner, album);
    const first = await ask(id);
    expect(first).toMatchObject({
      status: 202,
      body: { progress: 0, downloads_used: 0, downloads_max: 15 },
    });
    const { status, body } = await askUntilReady(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ downloads_used: 0, downloads_max: 15 });
    expect(body.url).toMatch(/^\/api\/album-zips\/[\w-]{43}$/);
    const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    expect((await ask(id)).body.url).not.toBe(body.url);
    const stored = await testApp.context.db.selectFrom('zipAddresses').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(body.url.split('/').at(-1));
  });

  test('that was requested too early is announced by email, once, when it is ready', async () => {
    const user = await buildUser(testApp);
    const own = await buildAlbum(testApp);
    await buildImage(testApp, own);
    const { id } = await buildEntitlement(testApp, user, own);
    expect((await ask(id, user)).status).toBe(202);
    await askUntilReady(id, user);
    await notifyZipReady(testApp.context, { entitlementId: id, looks: 0 });
    await notifyZipReady(testApp.context, { entitlementId: id, looks: 0 });
    const { text } = await nextMessage(testApp, user.email, /ready to download/);
    expect(text).toContain('/MyAlbums');
    const told = await testApp.context.db
      .selectFrom('notifications')
      .select('id')
      .where('userId', '=', user.id)
      .execute();
    expect(told).toHaveLength(1);
  });

  test('is listed with its photos, size, allowance and order', async () => {
    const user = await buildUser(testApp);
    const own = await buildAlbum(testApp);
    const photos = await Promise.all([1, 2, 3].map(() => buildImage(testApp, own)));
    const { id, orderKey, orderLineId } = await buildEntitlement(testApp, user, own, { downloadsUsed: 3 });
    await hide(photos[2]?.id ?? 0);
    const { body } = await testApp.call(downloadEndpoints.myDownloads, { token: user.token });
    expect(body.photos).toEqual([]);
    expect(body.albums).toHaveLength(1);
    expect(body.albums[0]).toMatchObject({
      id,
      album: { id: own.id, events: [{ id: own.eventId }] },
      photos: 2,
      size_bytes: (photos[0]?.sizeBytes ?? 0) + (photos[1]?.sizeBytes ?? 0),
      downloads_used: 3,
      downloads_max: 15,
      is_suspended: false,
      order_key: orderKey,
      order_line: orderLineId,
    });
  });

  test('is nobody else’s to download', async () => {
    const { id } = await buildEntitlement(testApp, await buildUser(testApp), album);
    for (const user of [stranger, staff]) {
      expect(await ask(id, user)).toMatchObject({ status: 404, error: { code: 'not_found' } });
    }
    expect(await ask(2_000_000_000)).toMatchObject({ status: 404 });
  });

  test('is refused when the bank disputes it, and is gone when it is refunded', async () => {
    const user = await buildUser(testApp);
    const { id } = await buildEntitlement(testApp, user, album);
    const set = (state: string, endedAt: Date | null) =>
      testApp.context.db.updateTable('entitlements').set({ state, endedAt }).where('id', '=', id).execute();
    await set('suspended', null);
    expect(await ask(id, user)).toMatchObject({ status: 403, error: { code: 'download_suspended' } });
    const listed = await testApp.call(downloadEndpoints.myDownloads, { token: user.token });
    expect(listed.body.albums).toMatchObject([{ id, is_suspended: true }]);
    await set('ended', new Date());
    expect(await ask(id, user)).toMatchObject({ status: 404 });
    const after = await testApp.call(downloadEndpoints.myDownloads, { token: user.token });
    expect(after.body.albums).toEqual([]);
  });

  test('has fifteen downloads, and staff can give them back, in writing', async () => {
    const user = await buildUser(testApp);
    const { id } = await buildEntitlement(testApp, user, album, { downloadsUsed: 15 });
    expect(await ask(id, user)).toMatchObject({ status: 403, error: { code: 'downloads_used_up' } });
    const reset = (token: string) =>
      testApp.call(downloadEndpoints.resetDownloads, { params: { id }, token });
    expect(await reset(user.token)).toMatchObject({ status: 403, error: { code: 'forbidden' } });
    expect(await reset(staff.token)).toMatchObject({
      status: 200,
      body: { downloads_used: 0, downloads_max: 15 },
    });
    expect((await askUntilReady(id, user)).status).toBe(200);
    expect(await auditOf(`entitlement:${id}`)).toMatchObject([
      { actorId: staff.id, action: 'downloads.reset', before: { downloadsUsed: 15, userId: user.id } },
    ]);
  });

  test('is reset together with others, and counts a download that ends at the same moment before or after', async () => {
    const user = await buildUser(testApp);
    const [one, other, fresh] = [
      await buildEntitlement(testApp, user, album, { downloadsUsed: 15 }),
      await buildEntitlement(testApp, user, await buildAlbum(testApp), { downloadsUsed: 3 }),
      await buildEntitlement(testApp, user, await buildAlbum(testApp)),
    ];
    const foreign = await buildEntitlement(testApp, stranger, album, { downloadsUsed: 2 });
    const reset = (token: string, ids: number[]) =>
      testApp.call(userAdministrationEndpoints.resetChosenDownloads, {
        token,
        params: { id: user.id },
        body: { ids },
      });
    expect(await reset(user.token, [one.id])).toMatchObject({ status: 403 });
    expect((await reset(staff.token, [foreign.id])).body).toMatchObject({
      done: [],
      refused: [{ id: foreign.id }],
    });
    expect(await auditOf(`entitlement:${foreign.id}`)).toEqual([]);
    const ids = [one.id, other.id, fresh.id, one.id];
    const [answer, counted] = await Promise.all([
      reset(staff.token, ids),
      testApp.context.db
        .updateTable('entitlements')
        .set((eb) => ({ downloadsUsed: eb('downloadsUsed', '+', 1) }))
        .where('id', '=', other.id)
        .executeTakeFirst(),
    ]);
    expect(answer).toMatchObject({ body: { done: [one.id, other.id, fresh.id], refused: [] } });
    expect(counted.numUpdatedRows).toBe(1n);
    const { downloadsUsed } = await testApp.context.db
      .selectFrom('entitlements')
      .select('downloadsUsed')
      .where('id', '=', other.id)
      .executeTakeFirstOrThrow();
    expect(await auditOf(`entitlement:${other.id}`)).toMatchObject([
      { before: { downloadsUsed: 4 - downloadsUsed } },
    ]);
    expect(await auditOf(`entitlement:${one.id}`)).toMatchObject([
      { actorId: staff.id, action: 'downloads.reset', before: { downloadsUsed: 15, userId: user.id } },
    ]);
    expect(await auditOf(`entitlement:${fresh.id}`)).toEqual([]);
  });

  test('with a photo that is missing in the storage gives no address and tells staff', async () => {
    const user = await buildUser(testApp);
    const broken = await buildAlbum(testApp);
    const image = await buildImage(testApp, broken);
    const { id } = await buildEntitlement(testApp, user, broken);
    await askUntilReady(id, user);
    await testApp.context.storage.delete(originalKey(broken.eventId, image.contentHash));
    expect(await ask(id, user)).toMatchObject({ status: 503, error: { code: 'album_incomplete' } });
    expect(await prepareFailure(testApp, broken.id)).toContain(`missing in the storage: images ${image.id}`);
  });

  test('keeps its count when staff swap it, and its old addresses open nothing', async () => {
    const user = await buildUser(testApp);
    const { id } = await buildEntitlement(testApp, user, album, { downloadsUsed: 4 });
    const { body } = await askUntilReady(id, user);
    const other = await buildAlbum(testApp);
    await testApp.context.db
      .updateTable('entitlements')
      .set({ albumId: other.id })
      .where('id', '=', id)
      .execute();
    expect((await testApp.request({ url: body.url })).json).toMatchObject({
      error: { code: 'download_link_expired' },
    });
    expect((await askUntilReady(id, user)).body).toMatchObject({ downloads_used: 4 });
  });
});

describe('single photos', () => {
  test('are listed by album, open with their token, and only they do', async () => {
    const user = await buildUser(testApp);
    const own = await buildAlbum(testApp);
    const bought = await buildImage(testApp, own, { fileName: 'Mine.JPG' });
    const other = await buildImage(testApp, own);
    const hidden = await buildImage(testApp, own);
    const { orderKey } = await buildEntitlement(testApp, user, own, { imageId: bought.id });
    await buildEntitlement(testApp, user, own, { imageId: hidden.id });
    await hide(hidden.id);
    const { body } = await testApp.call(downloadEndpoints.myDownloads, { token: user.token });
    expect(body.albums).toEqual([]);
    expect(body.photos).toMatchObject([
      {
        album: { id: own.id },
        images: [{ id: bought.id, file_name: 'Mine.JPG', order_key: orderKey }],
      },
    ]);
    const auth = body.photos[0]?.auth;
    const get = (id: number) =>
      testApp.request({ url: `/api/images/${own.uuid}/${id}.original?auth=${auth}` });
    for (let times = 0; times < 16; times += 1) expect((await get(bought.id)).status).toBe(200);
    expect((await get(other.id)).status).toBe(403);
    expect((await get(hidden.id)).status).toBe(403);
  });

  test('cannot be asked for as a zip', async () => {
    const user = await buildUser(testApp);
    const image = await buildImage(testApp, album);
    const { id } = await buildEntitlement(testApp, user, album, { imageId: image.id });
    expect((await ask(id, user)).status).toBe(404);
  });
});

describe('preparing an album again', () => {
  test('is for staff, is written down, and corrects what is known of its originals', async () => {
    const own = await buildAlbum(testApp);
    const image = await buildImage(testApp, own);
    const { id } = await buildEntitlement(testApp, owner, own);
    await askUntilReady(id);
    const { db } = testApp.context;
    const checksum = () =>
      db
        .selectFrom('cleanOriginals')
        .select('crc32')
        .where('imageId', '=', image.id)
        .executeTakeFirstOrThrow();
    const right = await checksum();
    await db.updateTable('cleanOriginals').set({ crc32: 1 }).where('imageId', '=', image.id).execute();
    const again = (token: string, albumId = own.id) =>
      testApp.call(downloadEndpoints.reprocessAlbumZip, { body: { albumId }, token });
    expect((await again(owner.token)).status).toBe(403);
    expect((await again(staff.token, 2_000_000_000)).status).toBe(404);
    expect(await again(staff.token)).toMatchObject({ status: 200, body: { ok: true } });
    await eventually(
      async () => ((await checksum()).crc32 === right.crc32 ? true : undefined),
      'the checksum',
    );
    expect(await auditOf(`album:${own.id}`)).toMatchObject([
      { actorId: staff.id, action: 'album.reprocess-zip' },
    ]);
  });
});
