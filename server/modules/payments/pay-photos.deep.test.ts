import { describe, expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildCoupon } from '#server/testing/order-factories.ts';
import {
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();
const STEP = { photos: 3, price: 1_200 };

const pay = (buyer: Buyer, imageIds: number[], amount: number, change: object = {}) =>
  app.call(paymentEndpoints.payForImage, {
    token: buyer.token,
    body: { imageIds, paymentMethodId: buyer.sourceId, amount, facial: false, ...change },
  });
const quote = (buyer: Buyer, imageIds: number[], coupon?: string) =>
  app.call(paymentEndpoints.quotePayment, { token: buyer.token, body: { imageIds, coupon } });

/** Photos cost $4.99 each, or three for $12.00. */
async function buildPhotos(buyer: Buyer, count: number): Promise<{ album: TestAlbum; ids: number[] }> {
  const album = await buildViewedAlbum(app, buyer, { sharePriceCents: 1_000, imagePriceCents: 499 });
  await app.context.db
    .updateTable('eventPricings')
    .set({ photoSteps: JSON.stringify([STEP]) })
    .where('eventId', '=', album.eventId)
    .execute();
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push((await buildImage(app, album)).id);
  return { album, ids };
}

describe('buying several photos without the cart', () => {
  test('charges their best price once and delivers each of them', async () => {
    const buyer = await buildBuyer(app);
    const { ids } = await buildPhotos(buyer, 3);
    const { body: price } = await quote(buyer, ids);
    expect(price).toMatchObject({ total: STEP.price, price_names: ['3 photos for $12.00'] });
    expect(new Set(price.images)).toEqual(new Set(ids));
    const { status, body } = await pay(buyer, ids, STEP.price);
    expect([status, body.status]).toEqual([200, 'succeeded']);
    const { entitlements, entries } = await booksOf(app, buyer.id);
    expect(new Set(entitlements.map(({ imageId }) => imageId))).toEqual(new Set(ids));
    expect(entries.map(({ amountCents }) => amountCents)).toEqual([STEP.price]);
    const order = await app.call(orderEndpoints.getOrder, {
      token: buyer.token,
      params: { id: body.order_key },
    });
    expect(order.body.items).toHaveLength(3);
  });

  test('a hundred clicks at once, in any order of the photos, make one charge', async () => {
    const buyer = await buildBuyer(app);
    const { ids } = await buildPhotos(buyer, 3);
    const before = (await app.charges()).length;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => pay(buyer, index % 2 ? ids : [...ids].reverse(), STEP.price)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect((await app.charges()).length - before).toBe(1);
    const { entitlements, entries, attempts } = await booksOf(app, buyer.id);
    expect([entitlements.length, entries.length, attempts.length]).toEqual([3, 1, 1]);
  });

  test('leaves the cart as it is', async () => {
    const buyer = await buildBuyer(app);
    const other = await buildViewedAlbum(app, buyer);
    const { ids } = await buildPhotos(buyer, 3);
    await app.call(orderEndpoints.addCartItem, { token: buyer.token, body: { album: other.id } });
    await pay(buyer, ids, STEP.price);
    const again = await app.call(orderEndpoints.addCartItem, {
      token: buyer.token,
      body: { album: other.id },
    });
    expect(again).toMatchObject({ error: { code: 'already_in_cart' } });
    expect((await booksOf(app, buyer.id)).entitlements).toHaveLength(3);
  });

  test('is refused at another amount, and with a photo that was hidden or bought since', async () => {
    const buyer = await buildBuyer(app);
    const { ids } = await buildPhotos(buyer, 4);
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    expect(await pay(buyer, [first, second, third], 1)).toMatchObject({
      status: 409,
      error: { code: 'price_changed', details: { amount: STEP.price } },
    });
    await app.context.db
      .updateTable('images')
      .set({ hiddenAt: new Date() })
      .where('id', '=', fourth)
      .execute();
    const refused = { status: 409, error: { code: 'order_changed' } };
    expect(await pay(buyer, ids, STEP.price)).toMatchObject(refused);
    expect((await quote(buyer, ids)).body.images).not.toContain(fourth);
    expect(await pay(buyer, [first], 499)).toMatchObject({ status: 200 });
    expect(await pay(buyer, [first, second, third], STEP.price)).toMatchObject(refused);
    expect((await quote(buyer, [first, second, third])).body).toMatchObject({ total: 998 });
    expect(await pay(buyer, [second, third], 998)).toMatchObject({ status: 200 });
    expect((await booksOf(app, buyer.id)).entries.map(({ amountCents }) => amountCents)).toEqual([499, 998]);
  });

  test('of an album that is being paid for is charged once', async () => {
    const buyer = await buildBuyer(app);
    const { album, ids } = await buildPhotos(buyer, 3);
    const answers = await Promise.all([
      payForAlbum(app, buyer, album.id, { amount: 7_000 }),
      pay(buyer, ids, STEP.price),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const paid = (await booksOf(app, buyer.id)).entries.map(({ amountCents }) => amountCents);
    expect([[7_000], [STEP.price]]).toContainEqual(paid);
  });

  test('takes a coupon, and needs a view of every album', async () => {
    const buyer = await buildBuyer(app);
    const { ids } = await buildPhotos(buyer, 3);
    const { code } = await buildCoupon(app, { percent_off: 50 });
    expect(await pay(buyer, ids, 600, { coupon: code })).toMatchObject({ status: 200 });
    const stranger = await buildBuyer(app);
    const { ids: theirs } = await buildPhotos(buyer, 2);
    expect(await pay(stranger, theirs, 998)).toMatchObject({
      status: 409,
      error: { code: 'view_before_purchase' },
    });
  });

  test('is one purchase with a single photo, and refused with both kinds of choice or none', async () => {
    const buyer = await buildBuyer(app);
    const { ids } = await buildPhotos(buyer, 2);
    const [first = 0] = ids;
    expect(await pay(buyer, ids, 998, { imageId: first })).toMatchObject({ status: 400 });
    expect(await pay(buyer, [], 998)).toMatchObject({ status: 400 });
    const one = await pay(buyer, [first, first], 499);
    expect(one).toMatchObject({ status: 200 });
    const again = await app.call(paymentEndpoints.payForImage, {
      token: buyer.token,
      body: { imageId: first, paymentMethodId: buyer.sourceId, amount: 499, facial: false },
    });
    expect(again.body.id).toBe(one.body.id);
  });
});
