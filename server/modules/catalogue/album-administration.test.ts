import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import { VIEW_LIMIT } from '#contract/rules/albums.ts';
import { originalKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
const calls = albumAdministrationEndpoints;
let staff: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'customer_support' });
});

const historyOf = (id: number) => readHistory(testApp, staff.token, { scope: 'album', subject: id });

describe('the history of an album', () => {
  test('has each step with who, before and after', async () => {
    const { token } = staff;
    const event = await buildAlbum(testApp);
    const { body: album } = await testApp.call(catalogueEndpoints.createAlbum, {
      token,
      body: {
        team_name: 'Comets',
        program_name: 'Star Athletics',
        division_name: '',
        performance_order: 3,
        events: [event.eventId],
        identifier: `history-${event.id}`,
      },
    });
    const change = (body: { team_name?: string; published?: boolean }) =>
      testApp.call(catalogueEndpoints.updateAlbum, { token, params: { id: album.id }, body });
    await change({ team_name: 'Meteors' });
    await change({ published: true });
    await change({ published: false });
    await testApp.call(downloadEndpoints.reprocessAlbumZip, { token, body: { albumId: album.id } });
    const entries = await historyOf(album.id);
    expect(entries.map(({ action }) => action)).toEqual([
      'album.reprocess-zip',
      'album.update',
      'album.update',
      'album.update',
      'album.create',
    ]);
    expect(entries.every(({ actor_name }) => actor_name === staff.name)).toBe(true);
    expect(entries[3]?.changes).toEqual([{ field: 'teamName', before: 'Comets', after: 'Meteors' }]);
    expect(entries[2]?.changes).toMatchObject([{ field: 'publishedAt', before: '' }]);
    expect(entries[1]?.changes).toMatchObject([{ field: 'publishedAt', after: '' }]);
    expect(entries[0]?.changes).toMatchObject([{ field: 'zip', after: 'prepared again' }]);
  });

  test('tells of photos that came and of photos that left', async () => {
    const from = await buildAlbum(testApp, { imagesCount: 2 });
    const to = await buildAlbum(testApp, { eventId: from.eventId });
    const images = [await buildImage(testApp, from), await buildImage(testApp, from)].map(({ id }) => id);
    const body = { albumId: to.id, images };
    expect(await testApp.call(imageEndpoints.moveImages, { token: staff.token, body })).toMatchObject({
      status: 200,
    });
    expect(await historyOf(from.id)).toMatchObject([
      {
        action: 'images.move-out',
        changes: [
          { field: 'album', before: String(from.id), after: String(to.id) },
          { field: 'images', before: JSON.stringify(images) },
          { field: 'count', after: '2' },
        ],
      },
    ]);
    expect(await historyOf(to.id)).toMatchObject([{ action: 'images.move' }]);
  });

  test('is only for staff, and an album that does not exist is not found', async () => {
    const album = await buildAlbum(testApp);
    const { token } = await buildUser(testApp);
    const query = { scope: 'album', subject: album.id } as const;
    expect(await testApp.call(historyEndpoints.page, { token, query })).toMatchObject({ status: 403 });
    const missing = { token: staff.token, query: { ...query, subject: 2_000_000_000 } };
    expect(await testApp.call(historyEndpoints.page, missing)).toMatchObject({ status: 404 });
    expect(await testApp.call(historyEndpoints.count, missing)).toMatchObject({ status: 404 });
  });
});

describe('a look as the customer sees it', () => {
  const preview = ({ token }: TestUser, id: number) =>
    testApp.call(calls.previewAlbum, { token, params: { id } });
  const countRows = async () => {
    const { db } = testApp.context;
    const [found, views, audit] = await Promise.all(
      (['userFoundAlbums', 'userAlbumViews', 'auditLog'] as const).map((table) =>
        db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow(),
      ),
    );
    return [found?.rows, views?.rows, audit?.rows];
  };

  test('spends no view, holds no album and writes nothing', async () => {
    const album = await buildAlbum(testApp);
    await buildImage(testApp, album);
    const before = await countRows();
    const { status, body } = await preview(staff, album.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: album.id, views_allowed: VIEW_LIMIT, published_at: expect.any(String) });
    expect(body.images).toHaveLength(1);
    expect(await countRows()).toEqual(before);
  });

  test('opens watermarked pictures alone, though the album be owned', async () => {
    const album = await buildAlbum(testApp);
    const image = await buildImage(testApp, album);
    await buildEntitlement(testApp, staff, album);
    const { temp_jwt: auth } = (await preview(staff, album.id)).body;
    const open = (variant: string) =>
      testApp.request({ url: `/api/images/${album.uuid}/${image.id}.${variant}?auth=${auth}` });
    expect(await open('preview')).toMatchObject({ status: 200, text: `preview ${image.id}` });
    expect(await open('thumb')).toMatchObject({ status: 200, text: `thumb ${image.id}` });
    expect((await open('original')).status).toBe(403);
  });

  test('is there before the album is published, for staff alone', async () => {
    const album = await buildAlbum(testApp, { publishedAt: null });
    expect(await preview(staff, album.id)).toMatchObject({ status: 200, body: { published_at: null } });
    expect(await preview(await buildUser(testApp), album.id)).toMatchObject({ status: 403 });
    expect(await preview(staff, 2_000_000_000)).toMatchObject({ status: 404 });
  });
});

test('staff see when an album was published, customers do not', async () => {
  const album = await buildAlbum(testApp);
  const get = async ({ token }: TestUser) =>
    (await testApp.call(catalogueEndpoints.getAlbum, { token, params: { id: album.id } })).body;
  expect((await get(staff)).published_at).toEqual(expect.any(String));
  expect(await get(await buildUser(testApp))).not.toHaveProperty('published_at');
});

describe('the zip of an album', () => {
  const stateOf = async (id: number) =>
    (await testApp.call(calls.albumZipState, { token: staff.token, params: { id } })).body;
  const prepare = (albumId: number) =>
    testApp.call(downloadEndpoints.reprocessAlbumZip, { token: staff.token, body: { albumId } });

  test('is prepared when asked for, and then ready', async () => {
    const album = await buildAlbum(testApp);
    expect(await stateOf(album.id)).toMatchObject({ state: 'no_photos', photos: 0 });
    await buildImage(testApp, album);
    expect(await stateOf(album.id)).toMatchObject({ state: 'not_prepared', photos: 1, prepared: 0 });
    await prepare(album.id);
    const ready = await eventually(async () => {
      const zip = await stateOf(album.id);
      return zip.state === 'working' ? undefined : zip;
    }, 'a prepared zip');
    expect(ready).toMatchObject({ state: 'ready', prepared: 1, failure: null });
    expect(ready.size_bytes).toBeGreaterThan(0);
  });

  test('that failed says why, until it is prepared again', async () => {
    const album = await buildAlbum(testApp);
    const image = await buildImage(testApp, album);
    const key = originalKey(album.eventId, image.contentHash);
    const original = await testApp.context.storage.read(key);
    await testApp.context.storage.delete(key);
    await prepare(album.id);
    const failed = await eventually(async () => {
      // Staff would wait for the last try; here the next one is it.
      await sql`update pgboss.job set retry_limit = retry_count, start_after = now() where singleton_key = ${`album:${album.id}:anew`}
        and state = 'retry'`.execute(testApp.context.db);
      const zip = await stateOf(album.id);
      return zip.state === 'failed' ? zip : undefined;
    }, 'a failed zip');
    expect(failed.failure?.reason).toContain(`images ${image.id}`);
    await testApp.context.storage.put(key, original ?? Buffer.alloc(0));
    await prepare(album.id);
    const ready = await eventually(async () => {
      const zip = await stateOf(album.id);
      return zip.state === 'ready' ? zip : undefined;
    }, 'a prepared zip');
    expect(ready.failure).toBeNull();
    expect((await historyOf(album.id))[0]?.changes[0]?.before).toContain('failed');
  });
});
