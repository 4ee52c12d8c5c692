import { beforeAll, describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { reportEndpoints, reportRowListEndpoints } from '#contract/endpoints/reports.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, freshIp } from '#server/testing/factories.ts';
import { buildCoupon } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  buildBuyer,
  markViewed,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, takeShares } from '#server/testing/pools.ts';

const app = await startPayingApp();
beforeAll(() => app.stopClock());

const analyst = async () => (await buildUser(app, { role: 'analyst' })).token;
const dayIn = (time_zone: string, moment = app.context.clock.now()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(moment);
const today = (time_zone = 'UTC') => ({
  start_date: dayIn(time_zone),
  end_date: dayIn(time_zone),
  time_zone,
});
const sales = async (query: ReturnType<typeof today> = today()) =>
  (await app.call(reportEndpoints.salesReport, { token: await analyst(), query })).body;
const rows = async (filter: object) =>
  (await app.call(reportRowListEndpoints.page, { token: await analyst(), query: { ...today(), ...filter } }))
    .body.rows;
/** Each test uses its own day. */
const untilTomorrow = (hours = 10) => {
  const now = app.context.clock.now();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, hours);
  app.advanceMinutes((next - now.getTime()) / 60_000);
};

async function sellAlbum(terms: { brandName?: string; coupon?: string; amount?: number } = {}) {
  const { brandName, ...offer } = terms;
  const buyer = await buildBuyer(app);
  const event = await buildEvent(app, brandName ? { brandName } : {});
  const album = await buildAlbum(app, { eventId: event.id });
  await markViewed(app, buyer.id, album.id);
  const { status, body } = await payForAlbum(app, buyer, album.id, offer);
  expect(status).toBe(200);
  return { buyer, event, album, key: body.order_key };
}

describe('a day', () => {
  test("begins and ends in the reader's time zone", async () => {
    // 02:00 in London is the evening before in Chicago and late morning in Tokyo.
    untilTomorrow(2);
    const utc = today('UTC');
    await sellAlbum();
    const chicago = today('America/Chicago');
    expect(chicago.start_date).not.toBe(utc.start_date);
    expect((await sales(chicago)).totals).toMatchObject({ gross: ALBUM_PRICE, orders: 1 });
    expect((await sales({ ...chicago, time_zone: 'UTC' })).totals).toMatchObject({ gross: 0, orders: 0 });
    expect((await sales(today('Asia/Tokyo'))).totals.gross).toBe(ALBUM_PRICE);
    const both = await sales({ ...utc, start_date: chicago.start_date, time_zone: 'America/Chicago' });
    expect(both.by_day.map(({ day, gross }) => [day, gross])).toEqual([
      [chicago.start_date, ALBUM_PRICE],
      [utc.start_date, 0],
    ]);
  });

  test('in progress is compared with the same hours of the previous day', async () => {
    untilTomorrow(9);
    await sellAlbum();
    app.advanceMinutes(6 * 60);
    await sellAlbum();
    untilTomorrow(10);
    await sellAlbum();
    const morning = await sales();
    expect(morning.totals.gross).toBe(ALBUM_PRICE);
    expect(morning.previous).toMatchObject({ gross: ALBUM_PRICE, orders: 1, is_partial: true });
    const days = today();
    untilTomorrow();
    const whole = await sales(days);
    expect(whole.previous).toMatchObject({ gross: 2 * ALBUM_PRICE, orders: 2, is_partial: false });
  });
});

describe('the sales report', () => {
  test('counts a refund on its own day and leaves the day of the sale unchanged', async () => {
    untilTomorrow();
    const { key } = await sellAlbum();
    const sold = today();
    untilTomorrow();
    const { token } = await buildUser(app, { role: 'customer_support' });
    await app.call(refundEndpoints.refundOrder, { token, params: { id: key }, body: { memo: 'asked' } });
    expect((await sales(sold)).totals).toMatchObject({ gross: ALBUM_PRICE, refunds: 0, net: ALBUM_PRICE });
    expect((await sales()).totals).toMatchObject({ gross: 0, refunds: ALBUM_PRICE, net: -ALBUM_PRICE });
  });

  test('separates brands and coupons, with rows for each', async () => {
    untilTomorrow();
    const { code } = await buildCoupon(app, { percent_off: 20 });
    const amount = ALBUM_PRICE - Math.round(ALBUM_PRICE * 0.2);
    const first = await sellAlbum({ brandName: 'North Cup', coupon: code, amount });
    await sellAlbum({ brandName: 'South Cup' });
    const report = await sales();
    expect(report.by_brand.map(({ brand, net }) => [brand, net])).toEqual([
      ['South Cup', ALBUM_PRICE],
      ['North Cup', amount],
    ]);
    expect(report.coupons).toMatchObject([
      { code, orders: 1, discount: ALBUM_PRICE - amount, sales: amount },
    ]);
    expect(await rows({ brand: 'North Cup' })).toMatchObject([
      { amount, kind: 'charge', coupon: code, customer: first.buyer.id, album: first.album.id },
    ]);
    expect(await rows({ event: first.event.id })).toHaveLength(1);
    expect(await rows({ kind: 'refund' })).toEqual([]);
    expect(await rows({ product: 'image' })).toEqual([]);
    expect(await rows({ product: 'album' })).toHaveLength(2);
  });

  test('compares buyers with viewers, without views of owned albums', async () => {
    untilTomorrow();
    const { db } = app.context;
    const { buyer, album } = await sellAlbum();
    const visitor = await buildUser(app);
    await markViewed(app, visitor.id, album.id);
    const look = async (userId: number) => {
      const { id } = await db
        .selectFrom('userFoundAlbums')
        .select('id')
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow();
      return id;
    };
    const view = async ({ id, token }: { id: number; token: string }) =>
      app.call(foundAlbumEndpoints.viewAlbum, { token, params: { id: await look(id) } });
    const expectConversion = async (expected: { viewed: number; bought: number }) => {
      expect((await sales()).conversion).toEqual(expected);
    };
    expect((await view(visitor)).status).toBe(200);
    await expectConversion({ viewed: 2, bought: 1 });
    untilTomorrow();
    expect((await view(buyer)).status).toBe(200);
    await expectConversion({ viewed: 0, bought: 0 });
  });

  test('counts opened pools as joined, filled or open', async () => {
    untilTomorrow();
    const [alone, joined] = [await buildPool(app), await buildPool(app)];
    await takeShares(app, alone.owner, alone, 1);
    await takeShares(app, await buildBuyer(app), joined, 1);
    expect((await sales()).pools).toEqual({ opened: 2, joined: 1, filled: 0, released: 0, open: 2 });
  });

  test('counts sales after a face match', async () => {
    untilTomorrow();
    const { buyer } = await sellAlbum();
    await sellAlbum();
    const { db } = app.context;
    const ofBuyer = db
      .updateTable('paymentAttempts')
      .set({ facial: true })
      .where('userId', '=', buyer.id)
      .returning('id');
    const { id } = await ofBuyer.executeTakeFirstOrThrow();
    await db.updateTable('ledgerLines').set({ facial: true }).where('attemptId', '=', id).execute();
    expect((await sales()).facial).toEqual({ gross: ALBUM_PRICE, orders: 1 });
  });
});

describe('the album payment report', () => {
  test('has a row per album line with its buyer, by days or by timestamps', async () => {
    untilTomorrow();
    const { buyer, album, event } = await sellAlbum();
    const token = await analyst();
    const call = async (start_date: string, end_date: string) =>
      (await app.call(reportEndpoints.albumPaymentReport, { token, query: { start_date, end_date } })).body;
    const day = dayIn('UTC');
    expect(await call(day, day)).toMatchObject([
      {
        album: album.id,
        event: event.id,
        customer: buyer.id,
        customer_name: buyer.name,
        amount: ALBUM_PRICE,
        refunded: 0,
        pool: false,
        coupon: null,
      },
    ]);
    expect(await call(`${day}T00:00:00Z`, `${day}T09:00:00Z`)).toEqual([]);
    expect(await call(`${day}T09:00:00Z`, `${day}T12:00:00Z`)).toHaveLength(1);
  });

  test('accepts any range and any ISO offset', async () => {
    untilTomorrow();
    await sellAlbum();
    const token = await analyst();
    const day = dayIn('UTC');
    const call = (start_date: string, end_date: string) =>
      app.call(reportEndpoints.albumPaymentReport, { token, query: { start_date, end_date }, ip: freshIp() });
    const countOf = async (from: string, until: string) => (await call(from, until)).body.length;
    expect(await countOf('0001-01-01', '9999-12-31')).toBeGreaterThan(0);
    expect(await countOf('1970-01-01', '1970-01-02')).toBe(0);
    // The sale was at 10:00 UTC.
    expect(await countOf(`${day}T15:29:00+05:30`, `${day}T15:31:00+05:30`)).toBe(1);
    expect(await countOf(`${day}T15:31:00+05:30`, `${day}T16:31:00+05:30`)).toBe(0);
    expect(await countOf(`${day}T15:29+0530`, `${day}T16:31 05:30`)).toBe(1);
    expect(await countOf(`${day}T04:59:59.123456-05`, `${day}T10:30:00Z`)).toBe(1);
    for (const bad of [
      '0000-01-01',
      `${day}T25:00:00Z`,
      '2026-02-30T00:00:00Z',
      `${day}T10:00:00+99:00`,
      'now',
    ]) {
      expect((await call(bad, day)).status).toBe(400);
    }
  });

  test('comes in parts that add up to the whole', async () => {
    untilTomorrow();
    for (let sale = 0; sale < 3; sale++) await sellAlbum();
    const token = await analyst();
    const read = async (part: object) =>
      (
        await app.call(reportEndpoints.albumPaymentReport, {
          token,
          query: { ...today(), ...part },
          ip: freshIp(),
        })
      ).body;
    const whole = await read({});
    expect(whole).toHaveLength(3);
    expect([...(await read({ _limit: 2 })), ...(await read({ _start: 2, _limit: 2 }))]).toEqual(whole);
    expect(await read({ _start: 3 })).toEqual([]);
  });

  test('names the new album after a swap', async () => {
    untilTomorrow();
    const { buyer } = await sellAlbum();
    const other = await buildAlbum(app, { eventId: (await buildEvent(app)).id });
    const token = await analyst();
    const read = async () =>
      (await app.call(reportEndpoints.albumPaymentReport, { token, query: today() })).body;
    const [row] = await read();
    const swap = { album_payment_id: row?.id ?? 0, album_id: other.id };
    const { token: staff } = await buildUser(app, { role: 'super' });
    await markViewed(app, buyer.id, other.id);
    expect((await app.call(refundEndpoints.swapAlbumPayment, { token: staff, body: swap })).status).toBe(200);
    expect(await read()).toMatchObject([
      { id: row?.id, album: other.id, event: other.eventId, amount: ALBUM_PRICE },
    ]);
  });
});

describe('an invalid range is refused', () => {
  test.each([
    ['backwards', { start_date: '2026-03-02', end_date: '2026-03-01' }],
    ['no date', { start_date: 'yesterday', end_date: '2026-01-01' }],
    ['no such day', { start_date: '2026-02-30', end_date: '2026-03-01' }],
    ['no such zone', { start_date: '2026-01-01', end_date: '2026-01-01', time_zone: 'Mars/Olympus' }],
    ['no number of rows', { start_date: '2026-01-01', end_date: '2026-01-01', _limit: 0 }],
    ['an offset', { start_date: '2026-01-01', end_date: '2026-01-01', time_zone: '+05:00' }],
  ])('%s', async (_name, query) => {
    const token = await analyst();
    for (const endpoint of [
      reportEndpoints.salesReport,
      reportRowListEndpoints.page,
      reportEndpoints.albumPaymentReport,
    ]) {
      expect(await app.call(endpoint, { token, query, ip: freshIp() })).toMatchObject({ status: 400 });
    }
  });

  test.each([
    ['longer than eleven years', { start_date: '2001-01-01', end_date: '2026-01-01' }],
    ['at the beginning of the calendar', { start_date: '0001-01-01', end_date: '0001-01-01' }],
  ])('%s, for sales', async (_name, query) => {
    expect((await app.call(reportEndpoints.salesReport, { token: await analyst(), query })).status).toBe(400);
  });
});
