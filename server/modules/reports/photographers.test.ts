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

const app = await startPayingApp();

const report = async (query: { start_date?: string; end_date?: string } = {}) => {
  const { token } = await buildUser(app, { role: 'customer_support' });
  return (await app.call(reportEndpoints.photographersReport, { token, query })).body;
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

  test('with only one date is refused', async () => {
    const { token } = await buildUser(app, { role: 'analyst' });
    const query = { start_date: '2026-01-01' };
    expect(await app.call(reportEndpoints.photographersReport, { token, query })).toMatchObject({
      status: 400,
    });
  });
});
