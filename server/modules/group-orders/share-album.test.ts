import { describe, expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Order } from '#contract/entities/order.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildCoupon, placeOrder } from '#server/testing/order-factories.ts';
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
import { takeShares, untilOrderIs } from '#server/testing/pools.ts';
import { refundOrder } from '#server/testing/refunds.ts';

const app = await sharePayingApp();

const share = ({ token }: Buyer, albumId: number, coupon?: string) =>
  app.call(orderEndpoints.sharePool, { token, body: { albumId, coupon } });
const take = ({ token, sourceId }: Buyer, key: string, amount: number, held?: number) =>
  app.call(orderEndpoints.takeShares, {
    token,
    params: { id: key },
    body: { shares: 1, held, paymentMethodId: sourceId, amount },
  });

const poolOf = (owner: Buyer, { id: orderId, key, total: totalCents, items }: Order) => ({
  owner,
  key,
  orderId,
  albumIds: items.map(({ album }) => album.id),
  totalCents,
});

describe('sharing the cost of an album without the cart', () => {
  test('opens one pool however often it is pressed, and leaves the cart as it is', async () => {
    const buyer = await buildBuyer(app);
    const [album, other] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    await app.call(orderEndpoints.addCartItem, { token: buyer.token, body: { album: other.id } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => share(buyer, album.id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.key)).size).toBe(1);
    const [order] = answers.map(({ body }) => body);
    expect(order).toMatchObject({ is_pool: true, is_mine: true, total: ALBUM_PRICE, pool: { mine: 0 } });
    expect(order?.items.map((item) => item.album.id)).toEqual([album.id]);
    const again = await app.call(orderEndpoints.addCartItem, {
      token: buyer.token,
      body: { album: other.id },
    });
    expect(again).toMatchObject({ error: { code: 'already_in_cart' } });
  });

  test('does not touch a purchase of the album alone', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { body: pool } = await share(buyer, album.id);
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ body: { status: 'succeeded' } });
    expect(await share(buyer, album.id)).toMatchObject({ body: { key: pool.key } });
    expect(await take(buyer, pool.key, 285)).toMatchObject({ error: { code: 'already_owned' } });
  });

  test('takes a coupon, and is refused for what cannot be bought', async () => {
    const buyer = await buildBuyer(app);
    const [album, owned] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const { code } = await buildCoupon(app, { percent_off: 50 });
    expect(await share(buyer, album.id, code)).toMatchObject({ body: { total: 997, coupon: { code } } });
    await payForAlbum(app, buyer, owned.id);
    expect(await share(buyer, owned.id)).toMatchObject({ error: { code: 'already_owned' } });
    const unviewed = await buildAlbum(app);
    expect(await share(buyer, unviewed.id)).toMatchObject({ error: { code: 'view_before_purchase' } });
    const unpublished = await buildAlbum(app, { publishedAt: null });
    expect(await share(buyer, unpublished.id)).toMatchObject({ status: 404 });
    const cheap = await buildViewedAlbum(app, buyer, { sharePriceCents: 10, imagePriceCents: null });
    expect(await share(buyer, cheap.id)).toMatchObject({ error: { code: 'pool_too_small' } });
  });
});

describe('what the owner paid for photos of the album', () => {
  const buyPhoto = ({ token, sourceId }: Buyer, imageId: number) =>
    app.call(paymentEndpoints.payForImage, {
      token,
      body: { imageId, paymentMethodId: sourceId, amount: 499, facial: false },
    });
  const creditOf = async ({ token }: Buyer, albumId: number) =>
    (await app.call(paymentEndpoints.quotePayment, { token, body: { albumId } })).body.credit;

  test('lowers one group order, also if only others take shares of it, and comes back with its refund', async () => {
    const [owner, friend] = [await buildBuyer(app), await buildBuyer(app)];
    const album = await buildViewedAlbum(app, owner);
    await markViewed(app, friend.id, album.id);
    const { id: imageId } = await buildImage(app, album);
    const photo = await buyPhoto(owner, imageId);
    const ofFriend = await buyPhoto(friend, imageId);
    const { body: pool } = await share(owner, album.id);
    expect(pool).toMatchObject({ credit: 499, total: ALBUM_PRICE - 499 });
    const { body: second } = await app.call(orderEndpoints.updateOrder, {
      token: owner.token,
      params: { id: await placeOrder(app, owner, [album.id]) },
      body: { is_pool: true },
    });
    expect(second).toMatchObject({ credit: 499 });
    expect(await takeShares(app, friend, poolOf(owner, pool), 1)).toMatchObject({ status: 200 });
    expect(await creditOf(owner, album.id)).toBe(0);
    const other = await buildBuyer(app);
    expect(await takeShares(app, other, poolOf(owner, second), 1)).toMatchObject({
      error: { code: 'order_closed' },
    });
    await takeShares(app, other, poolOf(owner, pool), 6);
    await untilOrderIs(app, poolOf(owner, pool), 'paid');
    expect(await creditOf(owner, album.id)).toBe(0);
    expect(await refundOrder(app, photo.body.order_key)).toMatchObject({ status: 409 });
    expect(await refundOrder(app, ofFriend.body.order_key)).toMatchObject({ status: 200 });
    await refundOrder(app, pool.key);
    expect(await creditOf(owner, album.id)).toBe(499);
    expect(await refundOrder(app, photo.body.order_key)).toMatchObject({ status: 200 });
  });
});

describe('taking a share again after a lost answer', () => {
  test('is the same payment, also minutes later, when the buyer says what they saw', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { body: order } = await share(buyer, album.id);
    const amount = order.pool?.shares_left[0] ?? 0;
    const first = await take(buyer, order.key, amount, 0);
    expect(first).toMatchObject({ status: 200, body: { status: 'authorized' } });
    app.advanceMinutes(2);
    const repeated = await take(buyer, order.key, amount, 0);
    expect(repeated.body.id).toBe(first.body.id);
    const more = await take(buyer, order.key, amount, 1);
    expect(more.body.id).not.toBe(first.body.id);
    expect((await booksOf(app, buyer.id)).attempts).toHaveLength(2);
  });
});
