import { describe, expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { OrderTotals } from '#contract/rules/orders.ts';
import { requireChargeable } from '#server/modules/orders/prices.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import {
  buildCoupon,
  changeSettings,
  payOrder,
  placeOrder,
  setCoupon,
} from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp();

const quote = (buyer: Buyer, body: { albumId?: number; imageId?: number; coupon?: string }) =>
  app.call(paymentEndpoints.quotePayment, { token: buyer.token, body });
const payForImage = (buyer: Buyer, imageId: number, amount: number) =>
  app.call(paymentEndpoints.payForImage, {
    token: buyer.token,
    body: { imageId, paymentMethodId: buyer.sourceId, amount, facial: false },
  });
const readOrder = async (buyer: Buyer, key: string) =>
  (await app.call(orderEndpoints.getOrder, { token: buyer.token, params: { id: key } })).body;

describe('a quote', () => {
  test('is the amount that paying for an album or photo takes', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const image = await buildImage(app, album);
    expect(await quote(buyer, { albumId: album.id })).toMatchObject({
      status: 200,
      body: {
        album: album.id,
        sub_total: ALBUM_PRICE,
        credit: 0,
        discount: 0,
        tax: 0,
        total: ALBUM_PRICE,
        coupon: null,
      },
    });
    expect(await quote(buyer, { imageId: image.id })).toMatchObject({
      body: { album: album.id, total: 499 },
    });
    expect(await payForImage(buyer, image.id, 499)).toMatchObject({ status: 200 });
    expect(await quote(buyer, { albumId: album.id })).toMatchObject({
      body: { sub_total: ALBUM_PRICE, credit: 499, total: ALBUM_PRICE - 499 },
    });
  });

  test('places no order and includes a coupon', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { code } = await buildCoupon(app, { percent_off: 25 });
    expect(await quote(buyer, { albumId: album.id, coupon: code })).toMatchObject({
      body: { discount: 499, total: 1496, coupon: { code, off: '25%' } },
    });
    expect(await quote(buyer, { albumId: album.id, coupon: 'NO-SUCH' })).toMatchObject({
      status: 409,
      error: { code: 'coupon_invalid' },
    });
    const used = await buildCoupon(app, { max_uses: 1 });
    const other = await buildBuyer(app);
    const theirs = await buildViewedAlbum(app, other);
    const { total } = (await quote(other, { albumId: theirs.id, coupon: used.code })).body;
    await payForAlbum(app, other, theirs.id, { amount: total, coupon: used.code });
    expect(await quote(buyer, { albumId: album.id, coupon: used.code })).toMatchObject({
      error: { code: 'coupon_used_up' },
    });
    const { body } = await app.call(orderEndpoints.listMyOrders, { token: buyer.token });
    expect(body).toEqual([]);
  });

  test('is refused for items that are not for sale or already owned', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const hidden = await buildImage(app, album, { hiddenAt: new Date() });
    const unpublished = await buildAlbum(app, { publishedAt: null });
    expect(await quote(buyer, { imageId: hidden.id })).toMatchObject({ status: 404 });
    expect(await quote(buyer, { albumId: unpublished.id })).toMatchObject({ status: 404 });
    expect(await quote(buyer, { albumId: 2_000_000_000 })).toMatchObject({ status: 404 });
    const image = await buildImage(app, album);
    await payForAlbum(app, buyer, album.id);
    for (const item of [{ albumId: album.id }, { imageId: image.id }]) {
      expect(await quote(buyer, item)).toMatchObject({ status: 409, error: { code: 'already_owned' } });
    }
    expect(await quote(buyer, {})).toMatchObject({ status: 400 });
    expect(await quote(buyer, { albumId: album.id, imageId: image.id })).toMatchObject({ status: 400 });
  });
});

describe('an amount below the smallest charge', () => {
  test('is waived: credit that leaves thirty cents pays for the album', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer, { sharePriceCents: 100, imagePriceCents: 670 });
    await payForImage(buyer, (await buildImage(app, album)).id, 670);
    expect(await quote(buyer, { albumId: album.id })).toMatchObject({
      body: { sub_total: 700, credit: 670, discount: 30, total: 0 },
    });
    expect(await payForAlbum(app, buyer, album.id, { amount: 0 })).toMatchObject({
      body: { status: 'succeeded', amount: 0 },
    });
    expect((await booksOf(app, buyer.id)).entries).toHaveLength(1);
  });
});

describe('tax', () => {
  test('applies after the discount to new orders; older ones keep their total', async () => {
    const buyer = await buildBuyer(app);
    const [first, second] = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const older = await placeOrder(app, buyer, [first.id]);
    await changeSettings(app, { tax_rate_basis_points: 825, tax_name: 'Sales tax' });
    const taxed = await placeOrder(app, buyer, [second.id]);
    expect(await readOrder(buyer, older)).toMatchObject({ tax: 0, total: ALBUM_PRICE });
    expect(await readOrder(buyer, taxed)).toMatchObject({ tax: 165, total: 2160 });

    const { code } = await buildCoupon(app, { percent_off: 20 });
    const { body } = await setCoupon(app, buyer, taxed, code);
    expect(body).toMatchObject({ discount: 399, tax: 132, total: 1728 });
    expect(await payOrder(app, buyer, taxed, 1728)).toMatchObject({ body: { status: 'succeeded' } });
    expect(await payOrder(app, buyer, older, ALBUM_PRICE)).toMatchObject({ body: { status: 'succeeded' } });

    const album = await buildViewedAlbum(app, buyer);
    expect(await quote(buyer, { albumId: album.id, coupon: code })).toMatchObject({
      body: { discount: 399, tax: 132, tax_name: 'Sales tax', total: 1728 },
    });
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({
      error: { code: 'price_changed', details: { amount: 2160 } },
    });
    await changeSettings(app, { tax_rate_basis_points: 0, tax_name: 'Tax' });
    expect(await readOrder(buyer, taxed)).toMatchObject({ tax: 132, total: 1728 });
  });

  test('on a photo is not credited to its album', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer, { sharePriceCents: 1000, imagePriceCents: 1000 });
    await changeSettings(app, { tax_rate_basis_points: 1000 });
    const image = await buildImage(app, album);
    expect(await payForImage(buyer, image.id, 1100)).toMatchObject({ status: 200 });
    expect(await quote(buyer, { albumId: album.id })).toMatchObject({
      body: { sub_total: 7000, credit: 1000, tax: 600, total: 6600 },
    });
    await changeSettings(app, { tax_rate_basis_points: 0 });
  });
});

test("the site's image price applies when the event has none", async () => {
  const buyer = await buildBuyer(app);
  const plain = await buildImage(app, await buildViewedAlbum(app, buyer));
  const priced = await buildImage(
    app,
    await buildViewedAlbum(app, buyer, { sharePriceCents: 100, imagePriceCents: 333 }),
  );
  await changeSettings(app, { image_price: 799 });
  expect((await quote(buyer, { imageId: plain.id })).body.total).toBe(799);
  expect((await quote(buyer, { imageId: priced.id })).body.total).toBe(333);
  await changeSettings(app, { image_price: 499 });
});

describe('an amount that no card can be charged', () => {
  const TOO_DEAR = { sharePriceCents: 10_000_000, imagePriceCents: null };

  test('is refused by the quote, the purchase, the group order and the checkout, and nothing is made', async () => {
    const buyer = await buildBuyer(app);
    const { token } = buyer;
    const album = await buildViewedAlbum(app, buyer, TOO_DEAR);
    const other = await buildViewedAlbum(app, buyer, TOO_DEAR);
    let cart = 0;
    for (const { id } of [album, other])
      cart = (await app.call(orderEndpoints.addCartItem, { token, body: { album: id } })).body.id;
    const checkOut = (total?: number) =>
      app.call(orderEndpoints.checkOut, { token, body: { id: cart, total } });
    const refused = { status: 409, error: { code: 'amount_too_large' } };
    expect(await checkOut()).toMatchObject(refused);
    expect(await checkOut(140_000_000)).toMatchObject(refused);
    await app.context.db
      .updateTable('eventPricings')
      .set({ lateFrom: '2020-01-01', latePercentMore: 50 })
      .where('eventId', '=', album.eventId)
      .execute();
    expect(await quote(buyer, { albumId: album.id })).toMatchObject(refused);
    expect(await payForAlbum(app, buyer, album.id, { amount: 100_000_000 })).toMatchObject(refused);
    const share = { token, body: { albumId: album.id } };
    expect(await app.call(orderEndpoints.sharePool, share)).toMatchObject(refused);
    const { code } = await buildCoupon(app, { percent_off: 50 });
    expect(await quote(buyer, { albumId: album.id, coupon: code })).toMatchObject({
      status: 200,
      body: { total: 52_500_000 },
    });
    const orders = app.context.db.selectFrom('orders').select('id').where('userId', '=', buyer.id);
    expect(await orders.execute()).toEqual([]);
  });

  test('is one cent more than the largest that the provider takes', async () => {
    const buyer = await buildBuyer(app);
    const totals = (totalCents: number) => ({ totals: { totalCents } as OrderTotals });
    expect(requireChargeable(totals(99_999_999))).toEqual(totals(99_999_999));
    expect(() => requireChargeable(totals(100_000_000))).toThrow(/at most/);
    const album = await buildViewedAlbum(app, buyer, TOO_DEAR);
    const { body } = await payForAlbum(app, buyer, album.id, { amount: 70_000_000 });
    expect(body).toMatchObject({ status: 'succeeded' });
  });
});
