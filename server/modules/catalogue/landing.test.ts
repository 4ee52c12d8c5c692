import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { freshDevice } from '#server/testing/devices.ts';
import { freshIp } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
const { searchPublic, listPublicEvents, getLanding } = landingEndpoints;

const search = (q: string, device = freshDevice(testApp)) =>
  testApp.call(searchPublic, { query: { q }, ip: freshIp(), device });

describe('the public search', () => {
  test('answers teams and events by name, with the albums that can be opened', async () => {
    const old = await buildEvent(testApp, { name: 'Zephyr Open', startDate: '2026-03-01' });
    const event = await buildEvent(testApp, {
      name: 'Zephyr Finals',
      startDate: '2026-10-25',
      lastDate: '2026-10-26',
    });
    const archived = await buildEvent(testApp, { name: 'Zephyr Past', archived: true });
    const team = { programName: 'Northshore Zephyr', teamName: 'Royals', divisionName: 'Senior 4' };
    await buildAlbum(testApp, { ...team, eventId: old.id });
    await buildAlbum(testApp, { ...team, eventId: event.id });
    await buildAlbum(testApp, { ...team, eventId: event.id, publishedAt: null });
    await buildAlbum(testApp, { ...team, eventId: archived.id });
    await buildAlbum(testApp, { ...team, teamName: 'Gone', eventId: archived.id });
    const { status, body } = await search('ZEPHYR');
    expect(status).toBe(200);
    expect(body.teams).toEqual([
      {
        code: expect.stringMatching(/^\w{6}$/),
        program_name: 'Northshore Zephyr',
        team_name: 'Royals',
        division_name: 'Senior 4',
        event_name: 'Zephyr Finals',
        start_date: '2026-10-25',
        last_date: '2026-10-26',
        albums_count: 2,
      },
    ]);
    expect(body.events).toMatchObject([
      { name: 'Zephyr Finals', albums_count: 1, start_date: '2026-10-25' },
      { name: 'Zephyr Open', albums_count: 1 },
    ]);
    expect(Object.keys(body.events[0] ?? {}).sort()).toEqual([
      'albums_count',
      'brand_name',
      'city',
      'code',
      'id',
      'last_date',
      'name',
      'photos_count',
      'picture',
      'start_date',
      'state',
    ]);
  });

  test('is bounded, whatever is asked', async () => {
    const event = await buildEvent(testApp, { name: 'Boundless' });
    for (let index = 0; index < 20; index++) {
      await buildAlbum(testApp, { eventId: event.id, programName: `Boundless ${index}` });
      await buildEvent(testApp, { name: `Boundless ${index}` });
    }
    const { body } = await search('boundless');
    expect(body.teams.length).toBe(6);
    expect(body.events.length).toBe(4);
    for (const q of ['', 'b', ' ', '%', '_%', '\\', "'; drop table albums; --", 'x'.repeat(100)]) {
      expect((await search(q)).body, q).toEqual({ teams: [], events: [] });
    }
    expect(await search('x'.repeat(101))).toMatchObject({ status: 400 });
  });

  test('is refused to a device that walks through the names', async () => {
    const device = freshDevice(testApp);
    const { db } = testApp.context;
    const walk = async (step: number) => (await search(`walk ${step}`, device)).status;
    const newest = await db.selectFrom('rateHits').select('id').orderBy('id', 'desc').executeTakeFirst();
    expect([await walk(1), await walk(2)]).toEqual([200, 200]);
    // The address is another one each time, so the key that was hit twice is that of the device.
    await sql`insert into rate_hits (key, at) select key, max(at) from rate_hits, generate_series(3, 239) step
      where id > ${newest?.id ?? 0} group by key, step having count(*) = 2`.execute(db);
    expect([await walk(240), await walk(241)]).toEqual([200, 429]);
  });
});

describe('the landing page', () => {
  beforeEach(async () => {
    await testApp.context.db.updateTable('events').set({ archived: true }).execute();
    // Answers are kept for two seconds.
    testApp.advanceMinutes(1);
  });

  test('shows the latest events, and the prices of the latest one as they are today', async () => {
    const event = await buildEvent(testApp, { name: 'Latest', startDate: '2026-06-01' });
    await buildEvent(testApp, { name: 'Earlier', startDate: '2026-05-01' });
    await buildEvent(testApp, { name: 'Far away', startDate: '2099-01-01' });
    await buildAlbum(testApp, { eventId: event.id });
    await testApp.context.db
      .insertInto('eventPricings')
      .values({
        eventId: event.id,
        sharePriceCents: 2_000,
        imagePriceCents: 1_500,
        photoSteps: JSON.stringify([
          { photos: 10, price: 9_900 },
          { photos: 5, price: 5_900 },
        ]),
        athletePriceCents: 7_900,
      })
      .execute();
    const { body } = await testApp.call(getLanding);
    expect(body.events.map(({ name }) => name)).toEqual(['Latest', 'Earlier']);
    expect(body.events[0]).toMatchObject({ albums_count: 1 });
    expect(body.prices).toEqual({
      photo: 1_500,
      photos: { photos: 5, price: 5_900 },
      athlete: 7_900,
      album: 14_000,
      share: 2_000,
    });
  });

  test('lists every current event for visitors, the newest first, and no archived one', async () => {
    await buildEvent(testApp, { name: 'Past', startDate: '2026-01-10', archived: true });
    await buildEvent(testApp, { name: 'Spring', startDate: '2026-05-01', picture: 'dance' });
    await buildEvent(testApp, { name: 'Far away', startDate: '2099-01-01' });
    const { body } = await testApp.call(listPublicEvents);
    expect(body).toMatchObject([
      { name: 'Far away', picture: 'other', albums_count: 0 },
      { name: 'Spring', picture: 'dance', last_date: '2026-05-01', code: expect.stringMatching(/^\w{6}$/) },
    ]);
  });

  test('shows the prices of the settings while there is no event', async () => {
    const { body } = await testApp.call(getLanding);
    expect(body).toEqual({
      events: [],
      prices: { photo: 499, photos: null, athlete: null, album: 1995, share: 285 },
    });
  });
});
