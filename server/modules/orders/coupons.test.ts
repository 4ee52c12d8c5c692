import { describe, expect, test } from 'vitest';
import { couponEndpoints } from '#contract/endpoints/coupons.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { buildUser } from '#server/testing/factories.ts';
import { buildCoupon, couponCalls, payOrder, setCoupon } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';

const app = await sharePayingApp();

const { orderOf, usesOf, endCoupon } = couponCalls(app);
const inMinutes = (minutes: number) =>
  new Date(app.context.clock.now().getTime() + minutes * 60_000).toISOString();

describe('a coupon', () => {
  test('ignores case, lowers every line, and restores the prices when it is removed', async () => {
    const buyer = await buildBuyer(app);
    const coupon = await buildCoupon(app, { percent_off: 20 });
    const key = await orderOf(buyer, 3);
    const with20 = await setCoupon(app, buyer, key, ` ${coupon.code.toLowerCase()} `);
    expect(with20).toMatchObject({
      status: 200,
      body: {
        sub_total: 3 * ALBUM_PRICE,
        discount: 1197,
        total: 3 * ALBUM_PRICE - 1197,
        coupon: { code: coupon.code, off: '20%' },
      },
    });
    expect(with20.body.items.map((item) => item.total)).toEqual([1596, 1596, 1596]);
    const without = await setCoupon(app, buyer, key, null);
    expect(without.body).toMatchObject({ discount: 0, total: 3 * ALBUM_PRICE, coupon: null });
  });

  test('of a fixed amount is split over the lines to the cent', async () => {
    const buyer = await buildBuyer(app);
    const coupon = await buildCoupon(app, { kind: 'fixed', percent_off: null, amount_off: 1000 });
    const key = await orderOf(buyer, 3);
    const { body } = await setCoupon(app, buyer, key, coupon.code);
    expect(body).toMatchObject({ discount: 1000, total: 4985, coupon: { off: '$10.00' } });
    expect(body.items.reduce((sum, item) => sum + item.total, 0)).toBe(4985);
    expect(await payOrder(app, buyer, key, ALBUM_PRICE * 3)).toMatchObject({
      status: 409,
      error: { code: 'price_changed', details: { amount: 4985 } },
    });
    expect(await payOrder(app, buyer, key, 4985)).toMatchObject({
      body: { status: 'succeeded', amount: 4985 },
    });
    expect(await usesOf(coupon.id)).toBe(1);
  });

  test('that covers the whole price needs no card and moves no money', async () => {
    const buyer = await buildBuyer(app);
    const coupon = await buildCoupon(app, { percent_off: 100 });
    const key = await orderOf(buyer, 2);
    expect(await payOrder(app, buyer, key, 2 * ALBUM_PRICE, null)).toMatchObject({
      status: 400,
      error: { details: [{ path: 'paymentMethodId' }] },
    });
    expect((await setCoupon(app, buyer, key, coupon.code)).body.total).toBe(0);
    expect(await payOrder(app, buyer, key, 0, null)).toMatchObject({
      body: { status: 'succeeded', amount: 0 },
    });
    const { entries, entitlements } = await booksOf(app, buyer.id);
    expect([entries.length, entitlements.length]).toEqual([0, 2]);
  });

  test("is refused for another customer's order, a paid order and one that is being paid", async () => {
    const [buyer, stranger] = [await buildBuyer(app), await buildBuyer(app, 'pm_card_visa')];
    const { code } = await buildCoupon(app);
    const key = await orderOf(buyer);
    expect(await setCoupon(app, stranger, key, code)).toMatchObject({ status: 404 });
    await payOrder(app, buyer, key, ALBUM_PRICE);
    expect(await setCoupon(app, buyer, key, code)).toMatchObject({ error: { code: 'order_closed' } });
    const careful = await buildBuyer(app, 'pm_card_authenticationRequired');
    const waiting = await orderOf(careful);
    expect(await payOrder(app, careful, waiting, ALBUM_PRICE)).toMatchObject({
      body: { status: 'requires_action' },
    });
    expect(await setCoupon(app, careful, waiting, code)).toMatchObject({
      error: { code: 'payment_in_progress' },
    });
  });

  test('is refused when unknown, ended or expired, and after ten wrong codes', async () => {
    const buyer = await buildBuyer(app);
    const key = await orderOf(buyer);
    const good = await buildCoupon(app);
    const ended = await buildCoupon(app);
    await endCoupon(ended.id);
    const expired = await buildCoupon(app, { expires_at: inMinutes(1) });
    app.advanceMinutes(2);
    for (const code of ['NOT-A-CODE', ended.code, expired.code]) {
      expect(await setCoupon(app, buyer, key, code)).toMatchObject({
        status: 409,
        error: { code: 'coupon_invalid' },
      });
    }
    for (let i = 0; i < 12; i++)
      expect(await setCoupon(app, buyer, key, good.code)).toMatchObject({ status: 200 });
    for (let guess = 4; guess <= 10; guess++) {
      expect(await setCoupon(app, buyer, key, `GUESS-${guess}`)).toMatchObject({ status: 409 });
    }
    expect(await setCoupon(app, buyer, key, good.code)).toMatchObject({ status: 429 });
    expect(
      await app.call(paymentEndpoints.quotePayment, {
        token: buyer.token,
        body: { albumId: (await buildViewedAlbum(app, buyer)).id, coupon: good.code },
      }),
    ).toMatchObject({ status: 429 });
    expect(await setCoupon(app, buyer, key, null)).toMatchObject({ status: 200 });
    app.advanceMinutes(11);
    expect(await setCoupon(app, buyer, key, good.code)).toMatchObject({ status: 200 });
  });

  test('that expires before the payment blocks it until the coupon is removed', async () => {
    const buyer = await buildBuyer(app);
    const coupon = await buildCoupon(app, { percent_off: 50, expires_at: inMinutes(30) });
    const key = await orderOf(buyer);
    const { body } = await setCoupon(app, buyer, key, coupon.code);
    app.advanceMinutes(31);
    expect(await payOrder(app, buyer, key, body.total)).toMatchObject({ error: { code: 'coupon_invalid' } });
    expect((await booksOf(app, buyer.id)).attempts).toEqual([]);
    await setCoupon(app, buyer, key, null);
    expect(await payOrder(app, buyer, key, ALBUM_PRICE)).toMatchObject({ body: { status: 'succeeded' } });
  });
});

describe('a coupon for a single purchase', () => {
  test('changes the price, and a payment of another amount is told the right one', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { code } = await buildCoupon(app, { percent_off: 20 });
    expect(await payForAlbum(app, buyer, album.id, { coupon: code })).toMatchObject({
      status: 409,
      error: { code: 'price_changed', details: { amount: 1596 } },
    });
    const paid = await payForAlbum(app, buyer, album.id, { amount: 1596, coupon: code });
    expect(paid).toMatchObject({ status: 200, body: { amount: 1596 } });
    const order = await app.call(orderEndpoints.getOrder, {
      token: buyer.token,
      params: { id: paid.body.order_key },
    });
    expect(order.body).toMatchObject({ coupon: { code }, discount: 399 });
  });

  test('returns the same payment again when the first answer was lost', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { code } = await buildCoupon(app, { percent_off: 20, max_uses: 1, max_uses_per_customer: 1 });
    const first = await payForAlbum(app, buyer, album.id, { amount: 1596, coupon: code });
    const again = await payForAlbum(app, buyer, album.id, { amount: 1596, coupon: code });
    expect(again.body.id).toBe(first.body.id);
  });

  test('applies to that attempt only: the next one without it pays the full price', async () => {
    const buyer = await buildBuyer(app, 'pm_card_chargeCustomerFail');
    const album = await buildViewedAlbum(app, buyer);
    const { code } = await buildCoupon(app, { percent_off: 20 });
    expect(await payForAlbum(app, buyer, album.id, { amount: 1596, coupon: code })).toMatchObject({
      status: 402,
    });
    expect(await payForAlbum(app, buyer, album.id, { amount: 1596 })).toMatchObject({
      error: { code: 'price_changed', details: { amount: ALBUM_PRICE } },
    });
  });
});

describe('staff with the role super', () => {
  test('create, list and end coupons, and each change is recorded', async () => {
    const staff = await buildUser(app, { role: 'super' });
    const coupon = await buildCoupon(app, { max_uses: 3, memo: 'for the finals' });
    const { body } = await app.call(couponEndpoints.listCoupons, { token: staff.token });
    expect(body[0]).toEqual(coupon);
    const end = () =>
      app.call(couponEndpoints.endCoupons, { token: staff.token, body: { ids: [coupon.id] } });
    expect((await end()).body.done).toEqual([coupon.id]);
    expect((await end()).body.refused).toMatchObject([{ id: coupon.id }]);
    const actions = await app.context.db
      .selectFrom('auditLog')
      .select('action')
      .where('subject', '=', `coupon:${coupon.id}`)
      .orderBy('id')
      .execute();
    expect(actions.map((entry) => entry.action)).toEqual(['coupon.create', 'coupon.end']);
  });

  test('end several at once; those that had ended and those that do not exist are refused', async () => {
    const staff = await buildUser(app, { role: 'super' });
    const [one, other, before] = [await buildCoupon(app), await buildCoupon(app), await buildCoupon(app)];
    await endCoupon(before.id);
    const end = (ids: number[]) =>
      app.call(couponEndpoints.endCoupons, { token: staff.token, body: { ids } });
    const read = async () => {
      const { body } = await app.call(couponEndpoints.listCoupons, { token: staff.token });
      const endOf = new Map(body.map((coupon) => [coupon.id, coupon.ended_at]));
      return [one, other, before].map(({ id }) => endOf.get(id));
    };
    const [, , ended_at] = await read();
    expect((await end([999_999])).body).toMatchObject({ done: [], refused: [{ id: 999_999 }] });
    expect(await read()).toEqual([null, null, ended_at]);
    expect(ended_at).not.toBeNull();
    const colleagues = await Promise.all([
      end([one.id, other.id, before.id]),
      end([before.id, other.id, one.id, one.id]),
    ]);
    expect(colleagues.map(({ body }) => body.done.length).sort()).toEqual([0, 2]);
    expect(colleagues.flatMap(({ body }) => body.refused)).toHaveLength(4);
    expect(await read()).toEqual([expect.any(String), expect.any(String), ended_at]);
    const records = await app.context.db
      .selectFrom('auditLog')
      .select(['actorId', 'before'])
      .where('action', '=', 'coupon.end')
      .where('subject', 'in', [`coupon:${one.id}`, `coupon:${other.id}`])
      .execute();
    expect(records).toEqual(Array(2).fill({ actorId: staff.id, before: { ended_at: null } }));
    expect(await end([])).toMatchObject({ status: 400 });
  });

  test.each([
    ['a code that is taken', 409, { code: 'TAKEN' }, 'There is already a coupon with this code.'],
    ['a percentage and an amount', 400, { amount_off: 100 }, 'needs an amount'],
    ['no percentage', 400, { percent_off: null }, 'needs a percentage'],
    ['more than everything', 400, { percent_off: 101 }, ''],
    ['an end in the past', 400, { expires_at: '2020-01-01T00:00:00Z' }, ''],
    ['a code with blanks', 400, { code: 'TWO WORDS' }, ''],
  ])('cannot make one with %s', async (_what, status, terms, sentence) => {
    if ('code' in terms && terms.code === 'TAKEN') await buildCoupon(app, { code: 'TAKEN' });
    const { token } = await buildUser(app, { role: 'super' });
    const good = {
      code: 'FRESH',
      kind: 'percent',
      percent_off: 10,
      amount_off: null,
      expires_at: null,
    } as const;
    const answer = await app.call(couponEndpoints.createCoupon, {
      token,
      body: { ...good, max_uses: null, max_uses_per_customer: null, memo: '', ...terms },
    });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.error)).toContain(sentence);
  });
});

test('a purchase with a code that the buyer made is on record', async () => {
  const buyer = await buildBuyer(app);
  const coupon = await buildCoupon(app, { percent_off: 20 });
  const { db } = app.context;
  await db.updateTable('coupons').set({ createdBy: buyer.id }).where('id', '=', coupon.id).execute();
  const album = await buildViewedAlbum(app, buyer);
  expect((await payForAlbum(app, buyer, album.id, { coupon: coupon.code, amount: 1596 })).status).toBe(200);
  const entries = await db
    .selectFrom('auditLog')
    .select('actorId')
    .where('action', '=', 'coupon.use-own')
    .where('subject', '=', `coupon:${coupon.id}`)
    .execute();
  expect(entries).toEqual([{ actorId: buyer.id }]);
});
