import { describe, expect, test } from 'vitest';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { userOrderListEndpoints } from '#contract/endpoints/user-administration.ts';
import { listAlbumSales } from '#server/modules/after-sale/sales.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  markViewed,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';

const app = await sharePayingApp();
const IMAGE_PRICE = 499;

const support = () => buildUser(app, { role: 'customer_support' });
const salesOf = async ({ token }: TestUser, id: number, query: { _start?: number; _limit?: number } = {}) =>
  (await app.call(albumAdministrationEndpoints.albumSales, { token, params: { id }, query })).body;
const lineOf = async ({ id }: Buyer) => (await booksOf(app, id)).entitlements[0]?.orderLineId ?? 0;
const swap = ({ token }: TestUser, line: number, album: number) =>
  app.call(refundEndpoints.swapAlbumPayment, { token, body: { album_payment_id: line, album_id: album } });

describe('the sales of an album', () => {
  test('list the buyers of the album and its images, newest first, with their downloads', async () => {
    const staff = await support();
    const [first, second] = [await buildBuyer(app), await buildBuyer(app)];
    const album = await buildViewedAlbum(app, first);
    await payForAlbum(app, first, album.id);
    const image = await buildImage(app, album);
    await markViewed(app, second.id, album.id);
    await app.call(paymentEndpoints.payForImage, {
      token: second.token,
      body: { imageId: image.id, paymentMethodId: second.sourceId, amount: IMAGE_PRICE, facial: true },
    });
    await app.context.db
      .updateTable('entitlements')
      .set({ downloadsUsed: 4 })
      .where('userId', '=', first.id)
      .execute();
    const { sales, ...sums } = await salesOf(staff, album.id);
    expect(sums).toEqual({ total: 2, paid: ALBUM_PRICE + IMAGE_PRICE, refunded: 0 });
    expect(sales).toMatchObject([
      { buyer: { id: second.id, email: second.email }, image: image.id, total: IMAGE_PRICE },
      {
        buyer: { id: first.id, name: first.name },
        image: null,
        is_pool: false,
        total: ALBUM_PRICE,
        price: ALBUM_PRICE,
        is_refunded: false,
        swapped_from: null,
        holders: [{ id: first.id, downloads_used: 4, downloads_max: 15, state: 'active' }],
      },
    ]);
    expect((await salesOf(staff, album.id, { _start: 1, _limit: 1 })).sales).toEqual([sales[1]]);
  });

  test('show what was refunded and whose access ended', async () => {
    const [staff, buyer] = [await support(), await buildBuyer(app)];
    const albums = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)] as const;
    const key = await placeOrder(app, buyer, [albums[0].id, albums[1].id]);
    await payOrder(app, buyer, key, 2 * ALBUM_PRICE);
    const [sale] = (await salesOf(staff, albums[0].id)).sales;
    await app.call(refundEndpoints.refundOrder, {
      token: staff.token,
      params: { id: key },
      body: { lines: [sale?.id ?? 0], memo: 'Wrong team' },
    });
    expect(await salesOf(staff, albums[0].id)).toMatchObject({
      refunded: ALBUM_PRICE,
      sales: [{ is_refunded: true, refunded: ALBUM_PRICE, holders: [{ state: 'ended' }] }],
    });
    expect(await salesOf(staff, albums[1].id)).toMatchObject({
      refunded: 0,
      sales: [{ is_refunded: false }],
    });
  });

  test('move with a swap, which appears in the history of both albums and the customer', async () => {
    const [staff, buyer] = [await support(), await buildBuyer(app)];
    const [from, to] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    await payForAlbum(app, buyer, from.id);
    const line = await lineOf(buyer);
    expect(await swap(staff, line, to.id)).toMatchObject({ status: 200 });
    expect((await salesOf(staff, from.id)).sales).toEqual([]);
    expect((await salesOf(staff, to.id)).sales).toMatchObject([
      { id: line, swapped_from: { album: from.id }, buyer: { id: buyer.id } },
    ]);
    const historyOf = (subject: number, scope: 'album' | 'user' = 'album') =>
      readHistory(app, staff.token, { scope, subject });
    expect(await historyOf(from.id)).toMatchObject([{ action: 'album.sale-out', actor_name: staff.name }]);
    expect(await historyOf(to.id)).toMatchObject([{ action: 'album.sale-in' }]);
    expect(await historyOf(buyer.id, 'user')).toMatchObject([
      {
        action: 'entitlement.swap',
        changes: [{ field: 'albumId', before: String(from.id), after: String(to.id) }],
      },
    ]);
    const { body } = await app.call(userOrderListEndpoints.page, {
      token: staff.token,
      query: { user: buyer.id },
    });
    expect(body.rows[0]?.items).toMatchObject([
      { album: { id: from.id }, can_swap: true, now: { album: to.id, image: null, price: ALBUM_PRICE } },
    ]);
  });

  test('leave out a rehearsal once real cards pay, as reports do', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    await payForAlbum(app, buyer, album.id);
    const page = { albumId: album.id, start: 0, limit: 10 };
    const payments = { ...app.context.payments, mode: 'live' as const };
    expect(await listAlbumSales({ ...app.context, payments }, page)).toEqual({
      ...{ sales: [], total: 0, paid: 0, refunded: 0 },
    });
    expect(await listAlbumSales(app.context, page)).toMatchObject({ total: 1, paid: ALBUM_PRICE });
  });

  test('are visible only to staff who may see customers; a missing album is not found', async () => {
    const [staff, buyer] = [await support(), await buildBuyer(app)];
    const album = await buildViewedAlbum(app, buyer);
    const ask = (token: string, id: number) =>
      app.call(albumAdministrationEndpoints.albumSales, { token, params: { id } });
    expect(await ask(buyer.token, album.id)).toMatchObject({ status: 403 });
    expect(await ask(staff.token, album.id)).toMatchObject({ body: { sales: [], total: 0 } });
    expect(await ask(staff.token, 2_000_000_000)).toMatchObject({ status: 404 });
  });
});

test('a declined payment is listed with its payer', async () => {
  const staff = await support();
  const payer = await buildBuyer(app, 'pm_card_chargeCustomerFail');
  const album = await buildViewedAlbum(app, payer);
  await payForAlbum(app, payer, album.id);
  const { rows } = (
    await app.call(userOrderListEndpoints.page, { token: staff.token, query: { user: payer.id } })
  ).body;
  expect(rows).toMatchObject([
    { status: 'open', payments: [{ status: 'failed', payer: { id: payer.id, name: payer.name } }] },
  ]);
  expect(rows[0]?.items).toMatchObject([{ can_swap: false, now: { album: album.id } }]);
});
