import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startSecondProcess } from '#server/testing/second-process.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();

describe('the event list', () => {
  test('has what is not archived, newest first, with prices', async () => {
    const { token } = await buildUser(testApp);
    const older = await buildEvent(testApp, { startDate: '2026-01-10' });
    const newer = await buildEvent(testApp, { startDate: '2026-03-10', lastDate: '2026-03-12' });
    await buildEvent(testApp, { startDate: '2026-02-10', archived: true });
    await testApp.context.db
      .insertInto('eventPricings')
      .values({ eventId: newer.id, sharePriceCents: 900, imagePriceCents: null })
      .execute();
    const { body } = await testApp.call(catalogueEndpoints.listEvents, { token });
    expect(body.map((event) => event.id)).toEqual([newer.id, older.id]);
    expect(body[0]).toMatchObject({
      brand_name: 'Encore Spirit',
      start_date: '2026-03-10',
      last_date: '2026-03-12',
      event_pricings: [{ share_price: 900, image_price: null }],
    });
  });

  test('tells a browser that has it when nothing changed, and is never older than the newest change', async () => {
    const { token } = await buildUser(testApp);
    const list = (etag = '', authorization = `Bearer ${token}`) =>
      testApp.app.inject({ url: '/api/events', headers: { 'if-none-match': etag, authorization } });
    const event = await buildEvent(testApp, { startDate: '2026-12-01' });
    const first = await list();
    const etag = String(first.headers.etag);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect((await list('', '')).headers.etag).toBe(etag);
    const again = await list(etag);
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });

    const { db } = testApp.context;
    const change = async (work: () => Promise<unknown>) => {
      const before = String((await list()).headers.etag);
      await work();
      const after = await list(before);
      expect(after.statusCode).toBe(200);
      return after.json() as { id: number; name: string; event_pricings: unknown[] }[];
    };
    const priced = await change(() =>
      db.insertInto('eventPricings').values({ eventId: event.id, sharePriceCents: 700 }).execute(),
    );
    expect(priced[0]).toMatchObject({ id: event.id, event_pricings: [{ share_price: 700 }] });
    const renamed = await change(() =>
      db.updateTable('events').set({ name: 'Renamed' }).where('id', '=', event.id).execute(),
    );
    expect(renamed[0]?.name).toBe('Renamed');
    const archived = await change(() =>
      db.updateTable('events').set({ archived: true }).where('id', '=', event.id).execute(),
    );
    expect(archived.map(({ id }) => id)).not.toContain(event.id);
  });

  test('does not show a change that is taken back', async () => {
    const read = async () => (await testApp.app.inject({ url: '/api/events' })).headers.etag;
    const before = await read();
    const { db } = testApp.context;
    const change = db.transaction().execute(async (tx) => {
      await tx.updateTable('events').set({ name: 'Never' }).execute();
      expect(await read()).toBe(before);
      throw new Error('taken back');
    });
    await expect(change).rejects.toThrow('taken back');
    expect(await read()).toBe(before);
  });

  test('leads to one event, archived or not, or to nothing', async () => {
    const event = await buildEvent(testApp, { archived: true });
    const found = await testApp.call(catalogueEndpoints.getEvent, { params: { id: event.id } });
    expect(found).toMatchObject({ status: 200, body: { id: event.id, archived: true } });
    const missing = await testApp.call(catalogueEndpoints.getEvent, { params: { id: 2_000_000_000 } });
    expect(missing.status).toBe(404);
  });
});

describe('the albums of events', () => {
  test('are the published ones by performance order descending, for people we know', async () => {
    const event = await buildEvent(testApp);
    const first = await buildAlbum(testApp, { eventId: event.id, performanceOrder: 1 });
    const second = await buildAlbum(testApp, { eventId: event.id, performanceOrder: 2 });
    await buildAlbum(testApp, { eventId: event.id, publishedAt: null });
    await buildImage(testApp, first);
    const query = { events_in: `${event.id},2000000000` };
    const anonymous = await testApp.call(catalogueEndpoints.listAlbums, { query });
    expect(anonymous.error.code).toBe('not_logged_in');
    const { token } = await buildUser(testApp);
    const known = await testApp.call(catalogueEndpoints.listAlbums, { query, token });
    expect(known.body.map((album) => album.id)).toEqual([second.id, first.id]);
    expect(known.body[1]?.events[0]?.id).toBe(event.id);
    expect(known.body[1]?.cover).toHaveLength(1);
    expect(known.body[1]?.cover_auth).toBeTruthy();

    const listed = async (search: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const { status, json } = await testApp.request({
        method: 'GET',
        url: `/api/albums?${search}`,
        headers,
      });
      return status === 200 ? (json as { id: number }[]).map(({ id }) => id) : status;
    };
    const both = [first.id, second.id];
    expect(await listed(`events_in=${event.id}&events_in=2000000000&_sort=performance_order:ASC`)).toEqual(
      both,
    );
    expect(await listed(`events_in=${event.id}&_sort=performance_order:desc&_limit=1`)).toEqual([second.id]);
    expect(await listed(`events_in=${event.id}&_sort=price:ASC`)).toBe(400);
    expect(await listed('events_in=')).toEqual([]);
  });

  test('on sale are those of current events, newest first', async () => {
    const { token } = await buildUser(testApp);
    const archived = await buildEvent(testApp, { archived: true });
    const gone = await buildAlbum(testApp, { eventId: archived.id, publishedAt: new Date('2030-01-03') });
    const newest = await buildAlbum(testApp, { publishedAt: new Date('2030-01-02') });
    const newer = await buildAlbum(testApp, { publishedAt: new Date('2030-01-01') });
    const { body } = await testApp.call(catalogueEndpoints.listOpenAlbums, { token });
    expect(body.slice(0, 2).map((album) => album.id)).toEqual([newest.id, newer.id]);
    expect(body.map((album) => album.id)).not.toContain(gone.id);
  });
});

describe('a list of albums', () => {
  const second = startSecondProcess(testApp);

  test('shows every change at once, in every process, and covers only by addresses of the reader', async () => {
    const { db } = testApp.context;
    const [{ token }, other] = [await buildUser(testApp), await buildUser(testApp)];
    const album = await buildAlbum(testApp);
    const later = await buildAlbum(testApp, { eventId: album.eventId, publishedAt: null });
    const list = async (bearer = token) => {
      const answer = await second.app.inject({
        url: `/api/albums?events_in=${album.eventId}`,
        headers: { authorization: `Bearer ${bearer}` },
      });
      return catalogueEndpoints.listAlbums.response.parse(answer.json());
    };
    expect((await list()).map(({ id }) => id)).toEqual([album.id]);
    await db.updateTable('albums').set({ teamName: 'Renamed' }).where('id', '=', album.id).execute();
    expect((await list())[0]).toMatchObject({ team_name: 'Renamed', cover: [], cover_auth: null });
    await db.updateTable('albums').set({ publishedAt: new Date() }).where('id', '=', later.id).execute();
    expect(await list()).toHaveLength(2);
    const archiveDate = '2999-12-31';
    await db.updateTable('events').set({ archiveDate }).where('id', '=', album.eventId).execute();
    expect((await list())[0]?.events[0]?.archive_date).toBe(archiveDate);
    await db.updateTable('albums').set({ publishedAt: null }).where('id', '=', later.id).execute();
    expect((await list()).map(({ id }) => id)).toEqual([album.id]);

    const { id } = await buildImage(testApp, album);
    const cover = JSON.stringify([{ id, width: 1600, height: 1067, captured_at: null, placeholder: null }]);
    await db.updateTable('albums').set({ cover }).where('id', '=', album.id).execute();
    const [mine, theirs] = [await list(), await list(other.token)];
    expect(mine[0]?.cover).toMatchObject([{ id }]);
    expect(mine[0]?.cover_auth).toEqual(expect.any(String));
    expect(theirs[0]?.cover_auth).not.toBe(mine[0]?.cover_auth);
  });
});

describe('a cover', () => {
  test('is the first, the middle and the last picture, and its token opens just their thumbs', async () => {
    const { token } = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    const images = [];
    for (const minute of [0, 2, 4, 6, 8, 10, 12]) {
      const capturedAt = new Date(Date.UTC(2026, 10, 14, 18, minute));
      images.push(await buildImage(testApp, album, { capturedAt }));
    }
    const { body } = await testApp.call(catalogueEndpoints.getAlbum, { token, params: { id: album.id } });
    const ids = [images[0]?.id, images[3]?.id, images[6]?.id];
    expect(body.cover.map((image) => image.id)).toEqual(ids);
    expect(body.images).toEqual(body.cover);
    expect(body.temp_jwt).toBe(body.cover_auth);
    const open = async (id: number | undefined, variant: string) =>
      (await testApp.request({ url: `/api/images/${album.uuid}/${id}.${variant}?auth=${body.cover_auth}` }))
        .status;
    expect(await Promise.all(ids.map((id) => open(id, 'thumb')))).toEqual([200, 200, 200]);
    expect(await open(ids[0], 'preview')).toBe(403);
    expect(await open(images[1]?.id, 'thumb')).toBe(403);
    const again = await testApp.call(catalogueEndpoints.getAlbum, { token, params: { id: album.id } });
    expect(again.body.cover_auth).toBe(body.cover_auth);
  });

  test.each([0, 1, 2, 3])('of an album with %i pictures has them all, hidden ones apart', async (count) => {
    const album = await buildAlbum(testApp);
    const images = [];
    for (let i = 0; i < count; i++) images.push(await buildImage(testApp, album));
    await buildImage(testApp, album, { hiddenAt: new Date() });
    const call = { params: { uuid: album.uuid } };
    const { body } = await testApp.call(catalogueEndpoints.getAlbumByUuid, call);
    expect(body.cover.map((image) => image.id).sort()).toEqual(images.map((image) => image.id).sort());
  });
});

describe('one album', () => {
  test('shows its event as it is now, also while another process changes it', async () => {
    const { token } = await buildUser(testApp);
    const event = await buildEvent(testApp, { name: 'Old name' });
    const album = await buildAlbum(testApp, { eventId: event.id });
    const names = async () => {
      const one = await testApp.call(catalogueEndpoints.getAlbum, { token, params: { id: album.id } });
      const query = { events_in: String(event.id) };
      const all = await testApp.call(catalogueEndpoints.listAlbums, { token, query });
      return [one.body.events[0]?.name, all.body[0]?.events[0]?.name];
    };
    expect(await names()).toEqual(['Old name', 'Old name']);
    const { db } = testApp.context;
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('events').set({ name: 'New name' }).where('id', '=', event.id).execute();
      expect(await names()).toEqual(['Old name', 'Old name']);
    });
    expect(await names()).toEqual(['New name', 'New name']);
    await db.insertInto('eventPricings').values({ eventId: event.id, sharePriceCents: 800 }).execute();
    const { body } = await testApp.call(catalogueEndpoints.getAlbum, { token, params: { id: album.id } });
    expect(body.events[0]?.event_pricings).toMatchObject([{ share_price: 800 }]);
  });

  test('is public by its uuid, with a cover that anyone may open', async () => {
    const album = await buildAlbum(testApp);
    const image = await buildImage(testApp, album);
    const call = { params: { uuid: album.uuid } };
    const { status, body } = await testApp.call(catalogueEndpoints.getAlbumByUuid, call);
    expect({ status, id: body.id }).toEqual({ status: 200, id: album.id });
    const url = `/api/images/${album.uuid}/${image.id}.thumb?auth=${body.cover_auth}`;
    expect((await testApp.request({ url })).status).toBe(200);
    const { token } = await buildUser(testApp);
    const headers = { authorization: `Bearer ${token}` };
    expect((await testApp.request({ url, headers })).status).toBe(200);
  });

  test('shows staff all its pictures, published or not, and is absent for customers until published', async () => {
    const [user, staff] = [await buildUser(testApp), await buildUser(testApp, { role: 'analyst' })];
    const album = await buildAlbum(testApp, { publishedAt: null });
    const images = [];
    for (let i = 0; i < 5; i++) images.push(await buildImage(testApp, album));
    const params = { id: album.id };
    const answer = await testApp.call(catalogueEndpoints.getAlbum, { token: staff.token, params });
    expect(answer.body.images.map((image) => image.id)).toEqual(images.map((image) => image.id));
    const url = `/api/images/${album.uuid}/${images[2]?.id}.preview?auth=${answer.body.temp_jwt}`;
    expect((await testApp.request({ url })).status).toBe(200);
    for (const call of [
      testApp.call(catalogueEndpoints.getAlbum, { token: user.token, params }),
      testApp.call(catalogueEndpoints.getAlbumByUuid, { params: { uuid: album.uuid } }),
      testApp.call(catalogueEndpoints.getAlbumByUuid, { params: { uuid: randomUUID() } }),
      testApp.call(catalogueEndpoints.getAlbum, { token: staff.token, params: { id: 2_000_000_000 } }),
    ]) {
      expect((await call).status).toBe(404);
    }
  });
});
