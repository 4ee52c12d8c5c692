import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { timeZone } from '#contract/primitives.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
let staff: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'customer_support' });
});

const NEW_EVENT = {
  name: 'Spring Open',
  brand_name: 'Encore Spirit',
  producer_name: '',
  venue_name: 'Hall 2',
  city: 'Reno',
  state: 'NV',
  start_date: '2027-04-02',
  time_zone: 'America/Los_Angeles',
};

function auditOf(subject: string) {
  return testApp.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
}

describe('an event', () => {
  test('is created, edited and archived by staff, and each step is written down', async () => {
    const { token } = staff;
    const created = await testApp.call(catalogueEndpoints.createEvent, { token, body: NEW_EVENT });
    expect(created).toMatchObject({
      status: 200,
      body: { ...NEW_EVENT, auto_publish: true, archived: false, albums_count: 0, images_count: 0 },
    });
    const { id } = created.body;
    const change = { city: 'Sparks', archived: true, auto_publish: false };
    const updated = await testApp.call(catalogueEndpoints.updateEvent, {
      token,
      params: { id },
      body: change,
    });
    expect(updated.body).toMatchObject({ ...NEW_EVENT, ...change });
    const list = await testApp.call(catalogueEndpoints.listStaffEvents, { token });
    expect(list.body.find((event) => event.id === id)).toMatchObject(change);
    expect(await auditOf(`event:${id}`)).toMatchObject([
      { actorId: staff.id, action: 'event.create', after: { city: 'Reno' } },
      { action: 'event.update', before: { city: 'Reno', archived: false }, after: change },
    ]);
  });

  test('has days and a time zone that the database can read', async () => {
    const { token } = staff;
    const create = (fields: object) =>
      testApp.call(catalogueEndpoints.createEvent, { token, body: { ...NEW_EVENT, ...fields } });
    const wrong = [
      { start_date: '0000-02-01' },
      { time_zone: 'Mars/Olympus' },
      { time_zone: '+05:00' },
      { time_zone: '' },
    ];
    for (const fields of wrong) {
      const [path] = Object.keys(fields);
      expect(await create(fields)).toMatchObject({ status: 400, error: { details: [{ path }] } });
    }
    const zoneOf = async (time_zone: string) =>
      (await create({ time_zone, archive_date: '2099-01-01' })).body.time_zone;
    expect(await zoneOf('AET')).toBe('Australia/Sydney');
    expect(await zoneOf('PST')).toBe('America/Los_Angeles');
    expect(await zoneOf('america/chicago')).toBe('America/Chicago');
    expect(await zoneOf('Asia/Kolkata')).toBe('Asia/Kolkata');
    expect(await zoneOf('US/Pacific-New')).toBe('America/Los_Angeles');
    const { body: event } = await create({});
    const album = await buildAlbum(testApp, { eventId: event.id });
    for (const planned_at of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.9999999Z']) {
      const edit = { token, params: { id: album.id }, body: { planned_at } };
      expect((await testApp.call(catalogueEndpoints.updateAlbum, edit)).status).toBe(400);
    }
    const early = { until: '0000-02-01', percent_off: 10 };
    const prices = { share_price: 500, image_price: 100, photo_steps: [], athlete_price: null, early };
    const priced = { token, params: { id: event.id }, body: prices };
    expect((await testApp.call(catalogueEndpoints.setPricing, priced)).status).toBe(400);
  });

  test('lasts from its first to its last day, and a running order that reaches further moves the last one', async () => {
    const { token } = staff;
    const create = (dates: object) =>
      testApp.call(catalogueEndpoints.createEvent, { token, body: { ...NEW_EVENT, ...dates } });
    const { body: short } = await create({});
    expect(short.last_date).toBe('2027-04-02');
    expect(await create({ last_date: '2027-04-01' })).toMatchObject({
      status: 400,
      error: { details: [{ path: 'last_date' }] },
    });
    const edit = async (body: object) =>
      testApp.call(catalogueEndpoints.updateEvent, { token, params: { id: short.id }, body });
    expect((await edit({ last_date: '2027-04-03' })).body.last_date).toBe('2027-04-03');
    expect((await edit({ start_date: '2027-05-30' })).body.last_date).toBe('2027-05-31');
    expect((await edit({ last_date: '2027-05-29' })).status).toBe(400);
    expect((await edit({ start_date: '9999-12-31' })).body.last_date).toBe('9999-12-31');
    await edit({ start_date: '2027-05-30', last_date: '2027-05-30' });
    // The clock in Los Angeles still shows June 2.
    await buildAlbum(testApp, { eventId: short.id, plannedAt: new Date('2027-06-03T05:00:00Z') });
    await buildAlbum(testApp, { eventId: short.id, plannedAt: new Date('2027-05-30T20:00:00Z') });
    const read = () => testApp.call(catalogueEndpoints.getStaffEvent, { token, params: { id: short.id } });
    expect((await read()).body).toMatchObject({ last_date: '2027-06-02', albums_count: 2 });
  });

  test('is listed in pages of at most as many as the specification names, unless more are wanted', async () => {
    const { token } = staff;
    const read = async (query: object) =>
      (await testApp.call(catalogueEndpoints.listStaffEvents, { token, query })).body.map(({ id }) => id);
    for (let number = 0; number < 3; number++) await buildEvent(testApp);
    const all = await read({ _limit: 37_500 });
    expect(all.length).toBeGreaterThan(3);
    expect([...(await read({ _limit: 2 })), ...(await read({ _start: 2, _limit: 37_500 }))]).toEqual(all);
    const tooMany = await testApp.call(catalogueEndpoints.listStaffEvents, {
      token,
      query: { _limit: 37_501 },
    });
    expect(tooMany.status).toBe(400);
    const wrong = { token, params: { id: 2_000_000_000 } };
    expect((await testApp.call(catalogueEndpoints.getStaffEvent, wrong)).status).toBe(404);
  });

  test('needs a time zone that exists', async () => {
    const { token } = staff;
    const event = await buildEvent(testApp);
    for (const time_zone of ['Mars/Olympus', 'America/Nowhere', 'x', '+05:30', 'systemv/est5']) {
      const wrong = { ...NEW_EVENT, time_zone };
      for (const answer of [
        await testApp.call(catalogueEndpoints.createEvent, { token, body: wrong }),
        await testApp.call(catalogueEndpoints.updateEvent, {
          token,
          params: { id: event.id },
          body: { time_zone },
        }),
      ]) {
        expect(answer).toMatchObject({ status: 400, error: { details: [{ path: 'time_zone' }] } });
      }
    }
  });

  test('takes every time zone under the name that the database knows', async () => {
    const { db } = testApp.context;
    const { rows } = await sql<{ name: string }>`select lower(name) as name from pg_timezone_names`.execute(
      db,
    );
    const known = new Set(rows.map(({ name }) => name));
    const zoneOf = (name: string) => timeZone.safeParse(name).data;
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}`)));
    const names = [
      ...Intl.supportedValuesOf('timeZone'),
      'US/Pacific-New',
      'US/Central',
      'EST5EDT',
      ...codes,
    ];
    const zones = names.flatMap((name) => zoneOf(name) ?? []);
    expect(zones.filter((zone) => !known.has(zone.toLowerCase()))).toEqual([]);
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !zoneOf(name))).toEqual([]);
  });

  test('that is not there cannot be edited or priced', async () => {
    const call = { token: staff.token, params: { id: 2_000_000_000 } };
    expect(
      (await testApp.call(catalogueEndpoints.updateEvent, { ...call, body: { city: 'x' } })).status,
    ).toBe(404);
    const body = { share_price: 1, image_price: null };
    expect((await testApp.call(catalogueEndpoints.setPricing, { ...call, body })).status).toBe(404);
    expect((await testApp.call(catalogueEndpoints.listEventImages, call)).status).toBe(404);
  });

  test('has one pricing that counts, replaced in place, even by two at once', async () => {
    const event = await buildEvent(testApp);
    const set = (share_price: number, image_price: number | null) =>
      testApp.call(catalogueEndpoints.setPricing, {
        token: staff.token,
        params: { id: event.id },
        body: { share_price, image_price },
      });
    const both = await Promise.all([set(285, 499), set(300, null)]);
    expect(both[0]?.body.id).toBe(both[1]?.body.id);
    const last = await set(350, 599);
    expect(last.body).toMatchObject({
      id: both[0]?.body.id,
      share_price: 350,
      image_price: 599,
      photo_steps: [],
      early: null,
    });
    const { body } = await testApp.call(catalogueEndpoints.getEvent, { params: { id: event.id } });
    const { version: _version, ...pricing } = last.body;
    expect(body.event_pricings).toEqual([pricing]);
    expect((await auditOf(`event:${event.id}`)).at(-1)).toMatchObject({
      action: 'event.set-pricing',
      after: { share_price: 350, image_price: 599 },
    });
  });

  test('keeps steps and dates of its prices, and refuses those that make no sense', async () => {
    const event = await buildEvent(testApp);
    const set = (fields: object) =>
      testApp.call(catalogueEndpoints.setPricing, {
        token: staff.token,
        params: { id: event.id },
        body: { share_price: 300, image_price: 500, ...fields },
      });
    const whole = {
      photo_steps: [{ photos: 5, price: 2000 }],
      athlete_price: 4000,
      early: { until: '2026-11-20', percent_off: 20 },
      late: { from: '2026-12-01', percent_more: 10 },
    };
    expect(await set(whole)).toMatchObject({ status: 200, body: whole });
    const { body } = await testApp.call(catalogueEndpoints.getEvent, { params: { id: event.id } });
    expect(body.event_pricings[0]).toMatchObject(whole);
    for (const wrong of [
      { photo_steps: [{ photos: 1, price: 100 }] },
      { photo_steps: [{ photos: 5, price: 2500 }] },
      {
        photo_steps: [
          { photos: 5, price: 2000 },
          { photos: 5, price: 1900 },
        ],
      },
      { photo_steps: Array.from({ length: 7 }, (_, index) => ({ photos: index + 2, price: 1 })) },
      { early: { until: '2026-12-01', percent_off: 20 }, late: { from: '2026-12-01', percent_more: 1 } },
      { early: { until: '2026-12-01', percent_off: 100 } },
      { late: { from: 'soon', percent_more: 10 } },
      { athlete_price: -1 },
    ]) {
      expect((await set(wrong)).status).toBe(400);
    }
  });

  test('shows staff every picture of it, filed or not', async () => {
    const album = await buildAlbum(testApp);
    const filed = await buildImage(testApp, album);
    const unfiled = await buildImage(testApp, album, { albumId: null });
    const call = { token: staff.token, params: { id: album.eventId } };
    const { body } = await testApp.call(catalogueEndpoints.listEventImages, call);
    expect(body.map(({ id, album }) => ({ id, album }))).toEqual([
      { id: filed.id, album: album.id },
      { id: unfiled.id, album: null },
    ]);
  });
});

describe('an album', () => {
  const newAlbum = (eventId: number, identifier: string) => ({
    team_name: 'Comets',
    program_name: 'Star Athletics',
    division_name: '',
    performance_order: 3,
    events: [eventId],
    identifier,
  });

  test('is created once for an identifier of an event', async () => {
    const { token } = staff;
    const [event, other] = [await buildEvent(testApp), await buildEvent(testApp)];
    const create = (eventId: number) =>
      testApp.call(catalogueEndpoints.createAlbum, { token, body: newAlbum(eventId, 'DAY1-3') });
    const answers = await Promise.all([create(event.id), create(event.id), create(other.id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 409]);
    expect(await create(event.id)).toMatchObject({ status: 409, error: { code: 'already_exists' } });
    expect((await create(2_000_000_000)).status).toBe(404);
    const made = answers.find((answer) => answer.status === 200);
    expect(made?.body).toMatchObject({ identifier: 'DAY1-3', cover: [], images_count: 0 });
  });

  test('is published, edited and taken back', async () => {
    const { token } = staff;
    const album = await buildAlbum(testApp, { publishedAt: null });
    const change = (body: object) =>
      testApp.call(catalogueEndpoints.updateAlbum, { token, params: { id: album.id }, body });
    const isPublic = async () =>
      (await testApp.call(catalogueEndpoints.getAlbumByUuid, { params: { uuid: album.uuid } })).status ===
      200;
    expect(await isPublic()).toBe(false);
    expect((await change({ published: true })).status).toBe(200);
    expect(await isPublic()).toBe(true);
    const planned = '2026-11-14T18:30:00Z';
    expect((await change({ division_name: 'Junior 1', planned_at: planned })).body).toMatchObject({
      division_name: 'Junior 1',
      planned_at: planned,
    });
    expect((await change({ planned_at: null, published: false })).body.planned_at).toBeNull();
    expect(await isPublic()).toBe(false);
    expect((await change({})).status).toBe(200);
    expect((await auditOf(`album:${album.id}`)).length).toBe(3);
    const missing = { token, params: { id: 2_000_000_000 }, body: { published: true } };
    expect((await testApp.call(catalogueEndpoints.updateAlbum, missing)).status).toBe(404);
  });

  test('is in the staff list, newest first, by event, by keyword and by page', async () => {
    const { token } = staff;
    const event = await buildEvent(testApp);
    const first = await buildAlbum(testApp, { eventId: event.id, teamName: 'Novas', publishedAt: null });
    const second = await buildAlbum(testApp, {
      eventId: event.id,
      teamName: 'Comets',
      plannedAt: new Date(),
    });
    const list = async (query: object) => {
      const { body } = await testApp.call(catalogueEndpoints.listAdminAlbums, { token, query });
      return body;
    };
    const all = await list({ event: event.id });
    expect(all.map((album) => album.id)).toEqual([second.id, first.id]);
    expect(all[1]).toMatchObject({
      event: event.id,
      team_name: 'Novas',
      published_at: null,
      images_count: 0,
    });
    expect((await list({ event: event.id, q: 'novas' })).map((album) => album.id)).toEqual([first.id]);
    expect((await list({ event: event.id, _start: 1, _limit: 1 })).map((album) => album.id)).toEqual([
      first.id,
    ]);
    expect(await list({ event: 2_000_000_000 })).toEqual([]);
    expect((await list({})).length).toBeGreaterThan(2);
  });
});
