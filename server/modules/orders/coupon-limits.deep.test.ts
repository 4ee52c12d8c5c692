import { describe, expect, test } from 'vitest';
import { couponEndpoints } from '#contract/endpoints/coupons.ts';
import { buildUser } from '#server/testing/factories.ts';
import { buildCoupon, couponCalls, payOrder, setCoupon } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, readOrder, takeShares } from '#server/testing/pools.ts';

const app = await startPayingApp();

const { orderOf, usesOf, endCoupon } = couponCalls(app);
describe('the limits of a coupon', () => {
  test('hold when twenty customers pay at once: exactly five succeed', async () => {
    const coupon = await buildCoupon(app, { percent_off: 20, max_uses: 5 });
    const orders: { buyer: Buyer; key: string; total: number }[] = [];
    for (let i = 0; i < 20; i++) {
      const buyer = await buildBuyer(app);
      const key = await orderOf(buyer);
      const { body } = await setCoupon(app, buyer, key, coupon.code);
      orders.push({ buyer, key, total: body.total });
    }
    const answers = await Promise.all(
      orders.map(({ buyer, key, total }) => payOrder(app, buyer, key, total)),
    );
    const paid = answers.filter((answer) => answer.status === 200);
    const refused = answers.filter((answer) => answer.error?.code === 'coupon_used_up');
    expect([paid.length, refused.length]).toEqual([5, 15]);
    expect(await usesOf(coupon.id)).toBe(5);
    const charged = await app.context.db
      .selectFrom('ledgerEntries')
      .innerJoin('orders', 'orders.id', 'ledgerEntries.orderId')
      .select('amountCents')
      .where('orders.couponId', '=', coupon.id)
      .where('ledgerEntries.kind', '=', 'charge')
      .execute();
    expect(charged.map((entry) => entry.amountCents)).toEqual(Array(5).fill(1596));
  });

  test('hold for concurrent single purchases', async () => {
    const coupon = await buildCoupon(app, { percent_off: 20, max_uses: 2 });
    const purchases: { buyer: Buyer; albumId: number }[] = [];
    for (let i = 0; i < 10; i++) {
      const buyer = await buildBuyer(app);
      purchases.push({ buyer, albumId: (await buildViewedAlbum(app, buyer)).id });
    }
    const answers = await Promise.all(
      purchases.map(({ buyer, albumId }) =>
        payForAlbum(app, buyer, albumId, { amount: 1596, coupon: coupon.code }),
      ),
    );
    const codes = answers.map((answer) => (answer.status === 200 ? 'paid' : answer.error.code));
    expect(codes.filter((code) => code === 'paid')).toHaveLength(2);
    expect(codes.filter((code) => code === 'coupon_used_up')).toHaveLength(8);
  });

  test('when coupons end while ten customers pay, each payment uses its coupon or is refused', async () => {
    const coupons = [
      await buildCoupon(app, { percent_off: 20 }),
      await buildCoupon(app, { percent_off: 20 }),
    ];
    const orders: { buyer: Buyer; key: string; total: number }[] = [];
    for (let i = 0; i < 10; i++) {
      const buyer = await buildBuyer(app);
      const key = await orderOf(buyer);
      const { body } = await setCoupon(app, buyer, key, coupons[i % 2]?.code ?? '');
      orders.push({ buyer, key, total: body.total });
    }
    const { token } = await buildUser(app, { role: 'super' });
    const ids = coupons.map(({ id }) => id);
    const pay = ({ buyer, key, total }: (typeof orders)[number]) => payOrder(app, buyer, key, total);
    const early = orders.slice(0, 5).map(pay);
    const ended = app.call(couponEndpoints.endCoupons, { token, body: { ids } });
    const answers = await Promise.all([...early, ...orders.slice(5).map(pay)]);
    expect((await ended).body).toEqual({ done: ids, refused: [] });
    const paid = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ error }) => error?.code === 'coupon_invalid').length;
    expect(paid + refused).toBe(10);
    const uses = await Promise.all(ids.map(usesOf));
    expect((uses[0] ?? 0) + (uses[1] ?? 0)).toBe(paid);
    const late = await buildBuyer(app);
    const album = await buildViewedAlbum(app, late);
    expect(
      await payForAlbum(app, late, album.id, { amount: 1596, coupon: coupons[0]?.code ?? '' }),
    ).toMatchObject({ error: { code: 'coupon_invalid' } });
  });

  test('apply to each customer separately', async () => {
    const coupon = await buildCoupon(app, { percent_off: 20, max_uses_per_customer: 1 });
    const [buyer, other] = [await buildBuyer(app), await buildBuyer(app)];
    const [first, second] = [await orderOf(buyer), await orderOf(buyer)];
    for (const key of [first, second]) await setCoupon(app, buyer, key, coupon.code);
    const answers = await Promise.all([first, second].map((key) => payOrder(app, buyer, key, 1596)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const third = await orderOf(buyer);
    expect(await setCoupon(app, buyer, third, coupon.code)).toMatchObject({
      status: 409,
      error: { code: 'coupon_used_up', message: 'You have reached the limit for this code.' },
    });
    const theirs = await orderOf(other);
    expect(await setCoupon(app, other, theirs, coupon.code)).toMatchObject({ status: 200 });
  });

  test('do not count a failed payment', async () => {
    const coupon = await buildCoupon(app, { percent_off: 20, max_uses: 1 });
    const poor = await buildBuyer(app, 'pm_card_chargeCustomerFail');
    const key = await orderOf(poor);
    await setCoupon(app, poor, key, coupon.code);
    expect(await payOrder(app, poor, key, 1596)).toMatchObject({ status: 402 });
    expect(await usesOf(coupon.id)).toBe(0);
    const buyer = await buildBuyer(app);
    const theirs = await orderOf(buyer);
    await setCoupon(app, buyer, theirs, coupon.code);
    expect(await payOrder(app, buyer, theirs, 1596)).toMatchObject({ status: 200 });
    expect(await payOrder(app, poor, key, 1596)).toMatchObject({ error: { code: 'coupon_used_up' } });
  });
});

describe('a coupon and a pool', () => {
  test('can be combined until the first share is taken', async () => {
    const pool = await buildPool(app);
    const { code } = await buildCoupon(app, { kind: 'fixed', percent_off: null, amount_off: 595 });
    expect(await setCoupon(app, pool.owner, pool.key, code)).toMatchObject({ body: { total: 1400 } });
    expect((await readOrder(app, pool.owner, pool)).pool?.shares_left).toEqual(Array(7).fill(200));
    expect(await takeShares(app, pool.owner, pool, 1)).toMatchObject({ status: 200, body: { amount: 200 } });
    expect(await setCoupon(app, pool.owner, pool.key, null)).toMatchObject({
      error: { code: 'pool_started' },
    });
  });

  test('are refused when the shares would be too small to charge', async () => {
    const pool = await buildPool(app);
    const { code } = await buildCoupon(app, { percent_off: 90 });
    expect(await setCoupon(app, pool.owner, pool.key, code)).toMatchObject({
      error: { code: 'pool_too_small' },
    });
    expect((await readOrder(app, pool.owner, pool)).total).toBe(ALBUM_PRICE);
  });

  test('count as one use, so later members can still pay when the coupon is used up', async () => {
    const coupon = await buildCoupon(app, { percent_off: 20, max_uses: 1 });
    const pool = await buildPool(app);
    await setCoupon(app, pool.owner, pool.key, coupon.code);
    expect(await takeShares(app, pool.owner, pool, 3)).toMatchObject({ status: 200 });
    expect(await usesOf(coupon.id)).toBe(1);
    await endCoupon(coupon.id);
    const friend = await buildBuyer(app);
    expect(await takeShares(app, friend, pool, 2)).toMatchObject({ status: 200 });
    expect(await usesOf(coupon.id)).toBe(1);
  });
});
