import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { type Cockpit, cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { buildApp } from '#server/app.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, freshIp } from '#server/testing/factories.ts';
import { buildCoupon, changeSettings } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  buildBuyer,
  markViewed,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();
const IMAGE_PRICE = 499;

const admin = async () => (await buildUser(app, { role: 'super' })).token;

async function makeLink(eventId: number): Promise<string> {
  const call = { token: await admin(), params: { id: eventId }, body: { label: 'Producer' } };
  return (await app.call(cockpitEndpoints.makeCockpitLink, call)).body.token;
}

const open = (token: string) => app.call(cockpitEndpoints.openCockpit, { body: { token }, ip: freshIp() });

/** Waits until the cached answer has expired. */
async function read(token: string): Promise<Cockpit> {
  app.advanceMinutes(0.1);
  return (await open(token)).body.cockpit as Cockpit;
}

/** Also adds the image to the count of its album. */
async function addPhoto(album: TestAlbum, fields: Parameters<typeof buildImage>[2] = {}) {
  const image = await buildImage(app, album, fields);
  await app.context.db
    .updateTable('albums')
    .set((eb) => ({ imagesCount: eb('imagesCount', '+', 1) }))
    .where('id', '=', album.id)
    .execute();
  return image;
}

async function viewedBy(buyer: Buyer, album: TestAlbum): Promise<TestAlbum> {
  await markViewed(app, buyer.id, album.id);
  return album;
}

async function buyAlbum(album: TestAlbum, change: Parameters<typeof payForAlbum>[3] = {}) {
  const buyer = await buildBuyer(app);
  const paid = await payForAlbum(app, buyer, (await viewedBy(buyer, album)).id, change);
  expect(paid.status).toBe(200);
  return { buyer, key: paid.body.order_key };
}

async function buyImage(album: TestAlbum, imageId: number) {
  const buyer = await buildBuyer(app);
  await viewedBy(buyer, album);
  const terms = { imageId, paymentMethodId: buyer.sourceId, amount: IMAGE_PRICE, facial: false };
  expect(await app.call(paymentEndpoints.payForImage, { token: buyer.token, body: terms })).toMatchObject({
    status: 200,
  });
  return buyer;
}

const refund = async (key: string) =>
  app.call(refundEndpoints.refundOrder, {
    token: await admin(),
    params: { id: key },
    body: { memo: 'asked' },
  });

// These ids differ from every figure, so a leaked id would be noticed.
beforeAll(async () => {
  for (const table of ['users', 'orders', 'order_lines', 'payment_attempts']) {
    await sql`alter table ${sql.table(table)} alter column id restart with 7310001`.execute(app.context.db);
  }
});

describe('a cockpit', () => {
  test('of an event without data shows zeros', async () => {
    const event = await buildEvent(app, { startDate: '2031-05-03', archived: true });
    expect(await read(await makeLink(event.id))).toMatchObject({
      event: { start_date: '2031-05-03', archived: true },
      uploads: { albums: 0, teams: 0, photos: 0, last_photo_at: null, batches: { under_way: 0 } },
      sales: { orders: 0, albums_sold: 0, images_sold: 0, gross: 0, refunds: 0, disputes: 0, net: 0 },
      share: { owed: 0 },
      teams: [],
      timeline: { bars: [] },
    });
  });

  test('distinguishes teams that sold, did not sell, are unpublished or have no photos', async () => {
    const { id: eventId } = await buildEvent(app);
    const team = (performanceOrder: number, teamName: string, fields = {}) =>
      buildAlbum(app, { eventId, performanceOrder, teamName, ...fields });
    const sold = await team(1, 'Sold');
    const single = await team(2, 'Single');
    const unsold = await team(3, 'Unsold');
    const hidden = await team(4, 'Hidden', { publishedAt: null });
    await team(5, 'Empty');
    const images = [];
    for (const album of [sold, single, unsold, hidden]) images.push(await addPhoto(album));
    await buyAlbum(sold);
    await buyImage(single, images[1]?.id ?? 0);
    await markViewed(app, (await buildUser(app)).id, unsold.id);
    const { teams, uploads, sales } = await read(await makeLink(eventId));
    expect(teams.map(({ team_name, status }) => [team_name, status])).toEqual([
      ['Sold', 'sold'],
      ['Single', 'sold'],
      ['Unsold', 'unsold'],
      ['Hidden', 'unpublished'],
      ['Empty', 'no_photos'],
    ]);
    expect(teams[0]).toMatchObject({ albums_sold: 1, images_sold: 0, net: ALBUM_PRICE, views: 1, photos: 1 });
    expect(teams[1]).toMatchObject({ albums_sold: 0, images_sold: 1, net: IMAGE_PRICE });
    expect(teams[2]).toMatchObject({ albums_sold: 0, images_sold: 0, net: 0, views: 1 });
    expect(uploads).toMatchObject({
      albums: 5,
      albums_published: 4,
      teams: 5,
      photos: 4,
      photos_published: 3,
    });
    expect(sales).toMatchObject({
      orders: 2,
      albums_sold: 1,
      images_sold: 1,
      net: ALBUM_PRICE + IMAGE_PRICE,
    });
  });

  test('counts a refunded album as unsold and a free one as sold', async () => {
    const { id: eventId } = await buildEvent(app);
    const [returned, given] = [await buildAlbum(app, { eventId }), await buildAlbum(app, { eventId })];
    for (const album of [returned, given]) await addPhoto(album);
    const { key } = await buyAlbum(returned);
    expect((await refund(key)).status).toBe(200);
    const free = await buildCoupon(app, { percent_off: 100 });
    await buyAlbum(given, { coupon: free.code, amount: 0 });
    const { teams, sales } = await read(await makeLink(eventId));
    expect(teams.map(({ status, net }) => [status, net])).toEqual([
      ['unsold', 0],
      ['sold', 0],
    ]);
    expect(sales).toMatchObject({
      orders: 2,
      albums_sold: 1,
      gross: ALBUM_PRICE,
      refunds: ALBUM_PRICE,
      net: 0,
    });
  });

  test("uses the event's share, or the site default", async () => {
    const event = await buildEvent(app);
    await buyAlbum(await buildAlbum(app, { eventId: event.id }));
    const link = await makeLink(event.id);
    await changeSettings(app, { producer_share_basis_points: 1_000 });
    expect((await read(link)).share).toEqual({ rate_basis_points: 1_000, owed: 200 });
    const change = (producer_share_basis_points: number | null) => async (token: string) =>
      app.call(catalogueEndpoints.updateEvent, {
        token,
        params: { id: event.id },
        body: { producer_share_basis_points },
      });
    const answer = await change(3_333)(await admin());
    expect(answer.body.producer_share_basis_points).toBe(3_333);
    expect((await read(link)).share).toEqual({ rate_basis_points: 3_333, owed: 665 });
    await change(0)(await admin());
    expect((await read(link)).share).toEqual({ rate_basis_points: 0, owed: 0 });
    await change(null)(await admin());
    expect((await read(link)).share).toEqual({ rate_basis_points: 1_000, owed: 200 });
    expect(await change(10_001)(await admin())).toMatchObject({ status: 400 });
  });

  test('follows an upload by minute, hour, open batches and hourly bars', async () => {
    app.stopClock();
    const { id: eventId } = await buildEvent(app);
    const album = await buildAlbum(app, { eventId });
    const ago = (minutes: number) => new Date(app.context.clock.now().getTime() - minutes * 60_000);
    for (const minutes of [0.2, 0.4, 5, 45, 90]) await addPhoto(album, { createdAt: ago(minutes) });
    await buildImage(app, album, { createdAt: ago(0.1), state: 'clock' });
    await buildImage(app, album, { createdAt: ago(91), hiddenAt: app.context.clock.now() });
    const batch = (id: string, totalFiles: number, minutes: number) =>
      app.context.db
        .insertInto('ingestBatches')
        .values({ id, eventId, totalFiles, createdAt: ago(minutes) })
        .execute();
    await batch(randomUUID(), 12, 1);
    await batch(randomUUID(), 500, 40);
    const { uploads, timeline } = await read(await makeLink(eventId));
    expect(uploads).toMatchObject({
      photos: 5,
      photos_last_minute: 2,
      photos_last_10_minutes: 3,
      photos_last_60_minutes: 4,
      batches: { under_way: 1, files_arrived: 0, files_total: 12 },
    });
    expect(timeline.step).toBe('hour');
    expect(timeline.bars.length).toBeGreaterThanOrEqual(2);
    expect(timeline.bars.reduce((sum, bar) => sum + bar.photos, 0)).toBe(5);
    const hours = timeline.bars.map((bar) => Date.parse(bar.from) / 3_600_000);
    expect(hours).toEqual(hours.map((_, i) => (hours[0] ?? 0) + i));
  });

  test("of an older event has sixty daily bars in the event's time zone", async () => {
    const { id: eventId } = await buildEvent(app, { timeZone: 'America/Denver' });
    const album = await buildAlbum(app, { eventId });
    await buildImage(app, album, { createdAt: '2025-10-20T03:00:00Z' });
    await buildImage(app, album, { createdAt: '2025-11-04T18:00:00Z' });
    const { timeline } = await read(await makeLink(eventId));
    expect(timeline.step).toBe('day');
    expect(timeline.bars).toHaveLength(60);
    expect(timeline.bars[0]).toEqual({ from: '2025-10-19T06:00:00Z', photos: 1, net: 0 });
    // Daylight saving time ended between them.
    expect(timeline.bars.find((bar) => bar.from === '2025-11-04T07:00:00Z')?.photos).toBe(1);
  });

  test('sends only changes, and computes once for all requests within two seconds', async () => {
    const { id: eventId } = await buildEvent(app);
    const album = await buildAlbum(app, { eventId });
    const [first, second] = [await makeLink(eventId), await makeLink(eventId)];
    let now = app.context.clock.now().getTime();
    const stopped = await buildApp({ ...app.context, clock: { now: () => new Date(now) } });
    const ask = async (token: string, version?: string) =>
      (await stopped.inject({ method: 'POST', url: '/api/cockpit', payload: { token, version } })).json();
    const { version, cockpit } = await ask(first);
    expect(cockpit.uploads.photos).toBe(0);
    expect(await ask(first, version)).toEqual({ version, cockpit: null });
    await addPhoto(album);
    now += 1_900;
    expect(await ask(second, version)).toEqual({ version, cockpit: null });
    now += 200;
    const later = await ask(second, version);
    expect(later.version).not.toBe(version);
    expect(later.cockpit.uploads.photos).toBe(1);
    await stopped.close();
  });

  test('shows only its own event', async () => {
    const [mine, other] = [await buildEvent(app), await buildEvent(app)];
    await buyAlbum(await buildAlbum(app, { eventId: other.id, teamName: 'Elsewhere' }));
    const cockpit = await read(await makeLink(mine.id));
    expect(cockpit.sales.net).toBe(0);
    expect(JSON.stringify(cockpit)).not.toContain('Elsewhere');
  });
});

test('a cockpit contains no customer data', async () => {
  const { id: eventId } = await buildEvent(app);
  const album = await buildAlbum(app, { eventId });
  const image = await buildImage(app, album, { photographer: 'Lens Person', fileName: 'PRIVATE_1.JPG' });
  const { buyer, key } = await buyAlbum(album);
  const other = await buyImage(album, image.id);
  const cockpit = await read(await makeLink(eventId));
  expect(cockpit.sales).toMatchObject({ albums_sold: 1, images_sold: 1 });

  const { db } = app.context;
  const orders = await db.selectFrom('orders').select(['id', 'key', 'userId']).execute();
  const lines = await db.selectFrom('orderLines').select('id').execute();
  const attempts = await db.selectFrom('paymentAttempts').select(['id', 'intentId']).execute();
  const secrets = [
    ...[buyer, other].flatMap((user) => [user.id, user.email, user.name, user.firstName, user.lastName]),
    ...orders.flatMap((order) => [order.id, order.key, order.userId]),
    ...lines.map((line) => line.id),
    ...attempts.flatMap((attempt) => [attempt.id, attempt.intentId]),
    ...[key, image.fileName, 'Lens Person', album.uuid, image.placeholder],
  ].map(String);
  const leaves: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
    else leaves.push(String(value));
  };
  walk(cockpit);
  expect(leaves.length).toBeGreaterThan(30);
  expect(leaves.filter((leaf) => secrets.some((secret) => leaf.includes(secret)))).toEqual([]);
  expect(leaves.filter((leaf) => leaf.includes('@'))).toEqual([]);
});

test('staff read the same totals as the producer, without a link', async () => {
  const album = await buildAlbum(app);
  await buyAlbum(album);
  const { token } = await buildUser(app, { role: 'customer_support' });
  const readAsStaff = (id: number) => app.call(cockpitEndpoints.showEventSales, { token, params: { id } });
  const shown = await readAsStaff(album.eventId);
  expect(await read(await makeLink(album.eventId))).toMatchObject(shown.body);
  expect(shown.body.sales).toMatchObject({ orders: 1, net: ALBUM_PRICE });
  expect((await readAsStaff(2_000_000_000)).status).toBe(404);
});
