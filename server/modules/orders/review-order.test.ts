import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { lockSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { withdrawAlbum } from '#server/modules/group-orders/end-pool.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { buildCoupon, payOrder, placeOrder, setCoupon } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  keepCard,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();

const setPublished = async (albumId: number, published: boolean) => {
  const { token } = await buildUser(app, { role: 'super' });
  const body = { published };
  const answer = await app.call(catalogueEndpoints.updateAlbum, { token, params: { id: albumId }, body });
  expect(answer.status).toBe(200);
};
const readOrder = async (buyer: Buyer, key: string) =>
  (await app.call(orderEndpoints.getOrder, { token: buyer.token, params: { id: key } })).body;
async function orderOf(count: number) {
  const buyer = await buildBuyer(app);
  const albums: number[] = [];
  for (let i = 0; i < count; i++) albums.push((await buildViewedAlbum(app, buyer)).id);
  return { buyer, albums, key: await placeOrder(app, buyer, albums) };
}

describe('an order with an album that was unpublished since', () => {
  test('leaves it out, asks for the new total and then sells the rest', async () => {
    const { buyer, albums, key } = await orderOf(3);
    const [gone = 0, ...left] = albums;
    await setPublished(gone, false);
    const refused = await payOrder(app, buyer, key, 3 * ALBUM_PRICE);
    expect(refused).toMatchObject({
      status: 409,
      error: {
        code: 'order_changed',
        message:
          'Star Athletics Comets, Senior 4 is no longer for sale. We left it out, and you don’t pay for it. The total is now $39.90. Check it before you pay.',
        details: {
          amount: 2 * ALBUM_PRICE,
          quote: { total: 2 * ALBUM_PRICE },
          left_out: [{ album: gone, reason: 'not_for_sale' }],
        },
      },
    });
    expect((await booksOf(app, buyer.id)).attempts).toEqual([]);
    expect(await readOrder(buyer, key)).toMatchObject({
      total: 2 * ALBUM_PRICE,
      left_out: [{ album: gone }],
    });
    expect(await payOrder(app, buyer, key, 3 * ALBUM_PRICE)).toMatchObject({
      error: { code: 'price_changed' },
    });
    expect(await payOrder(app, buyer, key, 2 * ALBUM_PRICE)).toMatchObject({ body: { status: 'succeeded' } });
    const { entitlements, entries } = await booksOf(app, buyer.id);
    expect(entitlements.map(({ albumId }) => albumId).sort((a, b) => a - b)).toEqual(left);
    expect(entries.map(({ amountCents }) => amountCents)).toEqual([2 * ALBUM_PRICE]);
  });

  test('that was all of it is canceled and says so', async () => {
    const { buyer, albums, key } = await orderOf(1);
    await setPublished(albums[0] ?? 0, false);
    const refused = await payOrder(app, buyer, key, ALBUM_PRICE);
    expect(refused).toMatchObject({ status: 409, error: { code: 'order_closed' } });
    expect(refused.error?.message).toContain('Nothing is left in this order, so it was canceled.');
    expect(await readOrder(buyer, key)).toMatchObject({ status: 'cancelled', total: 0, items: [] });
    expect((await booksOf(app, buyer.id)).attempts).toEqual([]);
  });

  test('keeps its coupon', async () => {
    const { buyer, albums, key } = await orderOf(2);
    await setCoupon(app, buyer, key, (await buildCoupon(app)).code);
    await setPublished(albums[0] ?? 0, false);
    const amount = ALBUM_PRICE - Math.round(ALBUM_PRICE * 0.1);
    const { error } = await payOrder(app, buyer, key, 2 * amount);
    expect(error?.details).toMatchObject({ amount, quote: { discount: ALBUM_PRICE - amount } });
    expect(await payOrder(app, buyer, key, amount)).toMatchObject({ status: 200 });
  });

  test('loses it without being paid once the unpublishing can no longer be undone', async () => {
    const { buyer, albums, key } = await orderOf(2);
    const [gone = 0] = albums;
    await setPublished(gone, false);
    await setPublished(gone, true);
    await withdrawAlbum(app.context, gone);
    expect(await readOrder(buyer, key)).toMatchObject({ total: 2 * ALBUM_PRICE, left_out: [] });
    await setPublished(gone, false);
    await withdrawAlbum(app.context, gone);
    await withdrawAlbum(app.context, gone);
    const order = await readOrder(buyer, key);
    expect(order.left_out).toHaveLength(1);
    expect(await payOrder(app, buyer, key, order.total)).toMatchObject({ status: 200 });
  });
});

test('an album bought in the meantime is left out of the order', async () => {
  const { buyer, albums, key } = await orderOf(2);
  await payForAlbum(app, buyer, albums[0] ?? 0);
  expect(await payOrder(app, buyer, key, 2 * ALBUM_PRICE)).toMatchObject({
    error: { code: 'order_changed', details: { left_out: [{ album: albums[0], reason: 'owned' }] } },
  });
  expect(await payOrder(app, buyer, key, ALBUM_PRICE)).toMatchObject({ status: 200 });
});

test('an order from before the rule with an album that was never viewed sells the rest', async () => {
  const { buyer, albums, key } = await orderOf(2);
  const { db } = app.context;
  await db
    .updateTable('orderLines')
    .set({ viewChecked: false })
    .where('albumId', '=', albums[0] ?? 0)
    .execute();
  await db.updateTable('userFoundAlbums').set({ viewsUsed: 0 }).where('userId', '=', buyer.id).execute();
  expect(await payOrder(app, buyer, key, 2 * ALBUM_PRICE)).toMatchObject({
    error: { details: { left_out: [{ album: albums[0], reason: 'not_viewed' }] } },
  });
  expect(await payOrder(app, buyer, key, ALBUM_PRICE)).toMatchObject({ status: 200 });
});

test('a hidden photo is not sold by the order of an earlier, declined card', async () => {
  const buyer = await buildBuyer(app, 'pm_card_chargeCustomerFail');
  const image = await buildImage(app, await buildViewedAlbum(app, buyer));
  const pay = (paymentMethodId: number) =>
    app.call(paymentEndpoints.payForImage, {
      token: buyer.token,
      body: { imageId: image.id, paymentMethodId, amount: 499, facial: false },
    });
  const declined = await pay(buyer.sourceId);
  expect(declined.status).toBe(402);
  const [attempt] = (await booksOf(app, buyer.id)).attempts;
  await app.context.db
    .updateTable('images')
    .set({ hiddenAt: new Date() })
    .where('id', '=', image.id)
    .execute();
  const card = await keepCard(app, buyer, 'pm_card_visa');
  expect(await pay(card)).toMatchObject({ status: 404 });
  const { key } = await app.context.db
    .selectFrom('orders')
    .select('key')
    .where('id', '=', attempt?.orderId ?? 0)
    .executeTakeFirstOrThrow();
  expect(await payOrder(app, buyer, key, 499, card)).toMatchObject({ error: { code: 'order_closed' } });
  expect((await booksOf(app, buyer.id)).entries).toEqual([]);
});

describe('unpublishing while somebody pays', () => {
  test('first: the payment waits for it and then charges nothing', async () => {
    const { buyer, albums, key } = await orderOf(1);
    const single = await buildViewedAlbum(app, buyer);
    let answers: Promise<{ status: number }[]> | undefined;
    await app.context.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('albums')
        .set({ publishedAt: null })
        .where('id', 'in', [single.id, albums[0] ?? 0])
        .execute();
      answers = Promise.all([payOrder(app, buyer, key, ALBUM_PRICE), payForAlbum(app, buyer, single.id)]);
    });
    expect((await answers)?.map(({ status }) => status)).toEqual([409, 404]);
    expect((await booksOf(app, buyer.id)).attempts).toEqual([]);
  });

  test('second: it waits until the payment has started', async () => {
    const { albums } = await orderOf(1);
    const { db } = app.context;
    await db.transaction().execute(async (paying) => {
      await lockSoldAlbums(paying, albums);
      const unpublishing = db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '200ms'`.execute(trx);
        await trx
          .updateTable('albums')
          .set({ publishedAt: null })
          .where('id', '=', albums[0] ?? 0)
          .execute();
      });
      await expect(unpublishing).rejects.toThrow(/lock timeout/);
    });
  });

  test('at the same moment: what is charged is delivered, and what is not delivered is not charged', async () => {
    for (let round = 0; round < 4; round++) {
      const { buyer, albums, key } = await orderOf(1);
      const [answer] = await Promise.all([
        payOrder(app, buyer, key, ALBUM_PRICE),
        setPublished(albums[0] ?? 0, false),
      ]);
      const { entries, entitlements } = await booksOf(app, buyer.id);
      const sold = answer.status === 200 ? 1 : 0;
      expect([entries.length, entitlements.length]).toEqual([sold, sold]);
      expect((await readOrder(buyer, key)).status).toBe(sold ? 'paid' : 'cancelled');
    }
  });
});

test("after all of it the ledger equals the provider's balance", async () => {
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
