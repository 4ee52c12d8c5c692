import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { reportEndpoints } from '#contract/endpoints/reports.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  buildBuyer,
  buildViewedAlbum,
  markViewed,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { readStatements } from '#server/testing/statements.ts';

const app = await startPayingApp();

const report = async (query: { start_date?: string; end_date?: string } = {}) => {
  const { token } = await buildUser(app, { role: 'customer_support' });
  return readStatements(app, token, query);
};
const giveBack = async (key: string) => {
  const { token } = await buildUser(app, { role: 'customer_support' });
  await app.call(refundEndpoints.refundOrder, { token, params: { id: key }, body: { memo: 'asked' } });
};

/** The album has two frames of Ana, one of Ben, a hidden one and one without a name. */
async function buildShotAlbum() {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const [first] = [
    await buildImage(app, album, { photographer: 'Ana' }),
    await buildImage(app, album, { photographer: ' Ana ' }),
    await buildImage(app, album, { photographer: 'Ben' }),
    await buildImage(app, album, { photographer: 'Ben', hiddenAt: new Date() }),
  ];
  const rowsOf = async (query?: Parameters<typeof report>[0]) =>
    (await report(query)).filter((row) => row.event === album.eventId);
  return { buyer, album, image: first, rowsOf };
}

describe('the photographer report', () => {
  test('splits album revenue between its photographers to the cent and computes the commission', async () => {
    await changeSettings(app, { commission_rate_basis_points: 2_500 });
    const { buyer, album, rowsOf } = await buildShotAlbum();
    await payForAlbum(app, buyer, album.id);
    expect(await rowsOf()).toMatchObject([
      {
        photographer: 'Ana',
        frames: 2,
        published: 2,
        sold: 2,
        album_sales: 1,
        revenue: 1330,
        commission: 333,
      },
      {
        photographer: 'Ben',
        frames: 2,
        published: 1,
        sold: 1,
        album_sales: 1,
        revenue: 665,
        commission: 166,
      },
    ]);
    await changeSettings(app, { commission_rate_basis_points: 3_000 });
  });

  test('credits a single photo to its photographer and subtracts refunds', async () => {
    const { buyer, image, rowsOf } = await buildShotAlbum();
    const body = { imageId: image.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false };
    const paid = await app.call(paymentEndpoints.payForImage, { token: buyer.token, body });
    expect(await rowsOf()).toMatchObject([
      { photographer: 'Ana', sold: 1, image_sales: 1, album_sales: 0, revenue: 499, commission: 150 },
      { photographer: 'Ben', sold: 0, revenue: 0 },
    ]);
    await giveBack(paid.body.order_key);
    expect((await rowsOf())[0]).toMatchObject({
      photographer: 'Ana',
      revenue: 499,
      refunds: 499,
      commission: 0,
    });
  });

  test('counts a photo that was sold alone and with its album once', async () => {
    const { buyer, album, image, rowsOf } = await buildShotAlbum();
    const body = { imageId: image.id, paymentMethodId: buyer.sourceId, amount: 499, facial: false };
    await app.call(paymentEndpoints.payForImage, { token: buyer.token, body });
    const other = await buildBuyer(app);
    await markViewed(app, other.id, album.id);
    await payForAlbum(app, other, album.id);
    expect(await rowsOf()).toMatchObject([
      { photographer: 'Ana', sold: 2, image_sales: 1, album_sales: 1 },
      { photographer: 'Ben', sold: 1, image_sales: 0, album_sales: 1 },
    ]);
  });

  test('keeps the revenue of an album without frames under no name', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    await payForAlbum(app, buyer, album.id);
    const rows = (await report()).filter((row) => row.event === album.eventId);
    expect(rows).toMatchObject([{ photographer: null, frames: 0, sold: 0, revenue: ALBUM_PRICE }]);
  });

  test('of a period without activity is empty', async () => {
    const { rowsOf } = await buildShotAlbum();
    expect(await rowsOf({ start_date: '2020-01-01', end_date: '2020-12-31' })).toEqual([]);
    expect(await rowsOf()).toHaveLength(2);
  });

  test('adds up to the ledger', async () => {
    const entries = await app.context.db.selectFrom('ledgerEntries').select('amountCents').execute();
    const rows = await report();
    const net = rows.reduce((sum, row) => sum + row.revenue - row.refunds, 0);
    expect(net).toBe(entries.reduce((sum, entry) => sum + entry.amountCents, 0));
  });

  test('comes in pages of 50 events, of which some may be empty, and each event is on one of them', async () => {
    const { rowsOf, album } = await buildShotAlbum();
    const [all, own] = [await report(), await rowsOf()];
    const added = await sql<{ id: number }>`
      insert into events (name, brand_name, producer_name, venue_name, city, state, start_date)
      select 'Quiet ' || i, 'Brand', 'Producer', 'Venue', 'Austin', 'TX', date '2026-01-01' + i
      from generate_series(1, 120) i returning id`.execute(app.context.db);
    const { token } = await buildUser(app, { role: 'analyst' });
    const ask = async (query: { before?: number }) =>
      (await app.call(reportEndpoints.statementPages, { token, query })).body;
    const first = await ask({});
    expect(first).toEqual({ rows: [], next: added.rows.map(({ id }) => id).toSorted((a, b) => b - a)[49] });
    const third = await ask({ before: (await ask({ before: first.next as number })).next as number });
    expect(third.rows.filter(({ event }) => event === album.eventId)).toEqual(own);
    expect(await report()).toEqual(all);
    const whole = await app.call(reportEndpoints.photographersReport, { token, query: {} });
    expect(whole.body).toEqual(all);
  });

  test('with only one date is refused', async () => {
    const { token } = await buildUser(app, { role: 'analyst' });
    const query = { start_date: '2026-01-01' };
    for (const endpoint of [reportEndpoints.photographersReport, reportEndpoints.statementPages]) {
      expect(await app.call(endpoint, { token, query })).toMatchObject({ status: 400 });
    }
  });
});
