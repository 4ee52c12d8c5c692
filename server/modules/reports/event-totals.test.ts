import { beforeAll, expect, test } from 'vitest';
import { albumListEndpoints } from '#contract/endpoints/catalogue.ts';
import { eventListEndpoints, overviewEndpoints } from '#contract/endpoints/overview.ts';
import { eventList } from '#contract/lists/albums.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import {
  ALBUM_PRICE,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();
let token: string;
const logIn = async () => {
  token = (await buildUser(app, { role: 'customer_support' })).token;
};
beforeAll(async () => {
  app.stopClock(12);
  await logIn();
});

const list = async (query: object) => (await app.call(eventListEndpoints.page, { token, query })).body.rows;
const totalsOf = async (id: number) =>
  (await app.call(overviewEndpoints.eventTotals, { token, params: { id } })).body;
const dayFromNow = (days: number) =>
  new Date(app.context.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

test('the staff list of events pages through every order without repeating or losing a row', async () => {
  for (let number = 0; number < 16; number++) {
    const event = await buildEvent(app, { name: `Paged ${number % 3}`, archived: number % 2 === 0 });
    if (number % 3 !== 0) continue;
    const album = await buildAlbum(app, { eventId: event.id, imagesCount: number % 2 });
    if (number % 2 === 0) await buildImage(app, album, { albumId: null });
  }
  await expectPagedList(app, {
    list: eventList,
    calls: eventListEndpoints,
    token,
    filters: { q: 'paged' },
    idOf: ({ id }: { id: number }) => id,
    insertRow: async () => (await buildEvent(app, { name: 'Paged 1' })).id,
  });
  const rows = await list({ q: 'paged', state: 'archived', _sort: 'albums_count:desc' });
  expect(rows).toHaveLength(8);
  expect(rows.every(({ status }) => status === 'archived')).toBe(true);
  expect(rows[0]?.albums_count).toBe(1);
});

test('an event is upcoming, running, over or archived by the calendar of its time zone', async () => {
  const build = (status: string, first: number, last: number, archived = false) =>
    buildEvent(app, {
      name: `Calendar ${status}`,
      startDate: dayFromNow(first),
      lastDate: dayFromNow(last),
      timeZone: 'UTC',
      archived,
    });
  await build('upcoming', 1, 2);
  await build('running', -1, 1);
  await build('running', 0, 0);
  await build('over', -3, -1);
  await build('archived', -1, 1, true);
  for (const state of ['upcoming', 'running', 'over', 'archived'] as const) {
    const rows = await list({ q: 'calendar', state });
    expect(rows.map(({ name }) => name)).toEqual(
      Array.from({ length: state === 'running' ? 2 : 1 }, () => `Calendar ${state}`),
    );
    expect(rows.every(({ status }) => status === state)).toBe(true);
  }
});

test('current events come first, then upcoming ones, soonest first, then the older ones', async () => {
  const build = (name: string, first: number, last: number, fields = {}) =>
    buildEvent(app, {
      name: `Order ${name}`,
      startDate: dayFromNow(first),
      lastDate: dayFromNow(last),
      timeZone: 'UTC',
      ...fields,
    });
  await build('over long ago', -400, -399);
  await build('upcoming late', 90, 92);
  await build('running', -1, 1);
  await build('over a month ago', -31, -30);
  await build('upcoming soon', 2, 4);
  await build('just over', -10, -9);
  await build('archived', -3, -2, { archived: true });
  const names = (await list({ q: 'order' })).map(({ name }) => name.replace('Order ', ''));
  const wanted = ['running', 'just over', 'upcoming soon', 'upcoming late'];
  expect(names).toEqual([...wanted, 'archived', 'over a month ago', 'over long ago']);
});

test('a short first page begins like a long one, which holds all events', async () => {
  for (const [first, last] of [
    [-60, -1],
    [-60, 20],
    [-14, -14],
    [-15, -15],
    [-16, -13],
    [3, 3],
    [-20, -40],
  ] as const) {
    const days = { startDate: dayFromNow(first), lastDate: dayFromNow(last) };
    for (const archived of [false, true]) await buildEvent(app, { ...days, archived });
  }
  const all = (await list({ _limit: 500 })).map(({ id }) => id);
  expect(all.length).toBeGreaterThan(35);
  expect(all.length).toBeLessThan(500);
  for (let _limit = 1; _limit < all.length; _limit++) {
    const { body } = await app.call(eventListEndpoints.page, { token, query: { _limit } });
    expect(body.rows.map(({ id }) => id)).toEqual(all.slice(0, _limit));
    expect(body.next).not.toBeNull();
  }
});

test('an event is upcoming until its day begins in its own time zone', async () => {
  const noon = new Date(`${dayFromNow(30)}T12:00:00Z`);
  app.advanceMinutes(Math.ceil((noon.getTime() - app.context.clock.now().getTime()) / 60_000));
  // In the morning, noon in thirty days is after the end of the session.
  await logIn();
  // Kiritimati is 14 hours ahead of UTC, so its next day has begun.
  for (const [name, timeZone] of [
    ['East', 'Pacific/Kiritimati'],
    ['West', 'America/Los_Angeles'],
  ] as const)
    await buildEvent(app, {
      name: `Zoned ${name}`,
      timeZone,
      startDate: dayFromNow(1),
      lastDate: dayFromNow(1),
    });
  await buildEvent(app, {
    name: 'Zoned over',
    timeZone: 'UTC',
    startDate: dayFromNow(-2),
    lastDate: dayFromNow(-1),
  });
  const rows = await list({ q: 'zoned' });
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['Zoned East', 'running'],
    ['Zoned over', 'over'],
    ['Zoned West', 'upcoming'],
  ]);
});

test('an event shows its photos, albums, unsorted photos and sales', async () => {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const { eventId } = album;
  const draft = await buildAlbum(app, { eventId, publishedAt: null, imagesCount: 3 });
  await buildImage(app, draft, { albumId: null });
  await buildImage(app, draft, { albumId: null, hiddenAt: new Date() });
  await payForAlbum(app, buyer, album.id);
  const before = await totalsOf(eventId);
  expect(before).toMatchObject({
    albums_count: 2,
    published_count: 1,
    unsorted_count: 1,
    sales: ALBUM_PRICE,
    sales_today: ALBUM_PRICE,
  });
  const albums = await app.call(albumListEndpoints.page, { token, query: { event: eventId } });
  expect(albums.body.rows.find(({ id }) => id === album.id)).toMatchObject({ sold: 1, revenue: ALBUM_PRICE });
  const [listed] = await list({ _sort: 'sales:desc' });
  expect(listed).toMatchObject({ id: eventId, sales: ALBUM_PRICE, images_count: before.images_count });
  app.advanceMinutes(40 * 24 * 60);
  await logIn();
  expect(await totalsOf(eventId)).toMatchObject({ sales: ALBUM_PRICE, sales_today: 0 });
  expect((await list({ _sort: 'sales:desc' }))[0]).toMatchObject({ id: eventId, sales: ALBUM_PRICE });
});

test('a running event names its day and the performance that is on', async () => {
  const now = app.context.clock.now();
  const event = await buildEvent(app, {
    startDate: dayFromNow(-1),
    lastDate: dayFromNow(1),
    timeZone: 'UTC',
  });
  const planned = (minutes: number, performanceOrder: number) =>
    buildAlbum(app, {
      eventId: event.id,
      performanceOrder,
      plannedAt: new Date(now.getTime() + minutes * 60_000),
    });
  expect(await totalsOf(event.id)).toMatchObject({ status: 'running', day: 2, days: 3, order_now: null });
  await planned(-40, 6);
  expect((await totalsOf(event.id)).order_now).toBeNull();
  await planned(-4, 7);
  await planned(4, 8);
  expect((await totalsOf(event.id)).order_now).toBe(7);
  const missing = await app.call(overviewEndpoints.eventTotals, { token, params: { id: 2_000_000_000 } });
  expect(missing.status).toBe(404);
});
