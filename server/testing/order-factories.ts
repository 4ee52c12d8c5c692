import { randomBytes } from 'node:crypto';
import type { SentBody } from '#contract/endpoint.ts';
import { type Coupon, couponEndpoints } from '#contract/endpoints/coupons.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { type SiteSettings, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { buildUser } from './factories.ts';
import { type Buyer, buildViewedAlbum, type PayingApp } from './paying-app.ts';
import type { TestApp } from './test-app.ts';

/** The coupon takes ten percent off for everyone by default. */
export async function buildCoupon(
  app: TestApp,
  terms: Partial<SentBody<typeof couponEndpoints.createCoupon>> = {},
): Promise<Coupon> {
  const { token } = await buildUser(app, { role: 'super' });
  const answer = await app.call(couponEndpoints.createCoupon, {
    token,
    body: {
      code: `TEST-${randomBytes(6).toString('hex')}`,
      kind: 'percent',
      percent_off: 10,
      amount_off: null,
      expires_at: null,
      max_uses: null,
      max_uses_per_customer: null,
      memo: '',
      ...terms,
    },
  });
  if (answer.status !== 200) throw new Error(`the coupon was refused: ${answer.error.message}`);
  return answer.body;
}

export async function changeSettings(app: TestApp, change: Partial<SiteSettings>): Promise<void> {
  const { token } = await buildUser(app, { role: 'super' });
  const answer = await app.call(settingsEndpoints.changeSettings, { token, body: change });
  if (answer.status !== 200) throw new Error(`the settings were refused: ${answer.error.message}`);
}

/** Orders through the cart and returns the order key. */
export async function placeOrder(
  app: TestApp,
  { token }: Pick<Buyer, 'token'>,
  albumIds: number[],
): Promise<string> {
  let cartId = 0;
  for (const album of albumIds) {
    cartId = (await app.call(orderEndpoints.addCartItem, { token, body: { album } })).body.id;
  }
  const { body } = await app.call(orderEndpoints.checkOut, { token, body: { id: cartId } });
  return body.data.key;
}

export function payOrder(
  app: TestApp,
  buyer: Buyer,
  key: string,
  amount: number,
  paymentMethodId: number | null = buyer.sourceId,
) {
  return app.call(paymentEndpoints.payOrder, {
    token: buyer.token,
    params: { id: key },
    body: { paymentMethodId, amount },
  });
}

/** Pays for an album as a gift and returns the order key. */
export async function giveAlbum(
  app: PayingApp,
  buyer: Buyer,
  gift: SentBody<typeof orderEndpoints.setGift>,
): Promise<string> {
  const { id } = await buildViewedAlbum(app, buyer);
  const key = await placeOrder(app, buyer, [id]);
  const { body: order } = await app.call(orderEndpoints.setGift, {
    token: buyer.token,
    params: { id: key },
    body: gift,
  });
  const paid = await payOrder(app, buyer, key, order.total);
  if (paid.status !== 200) throw new Error(`the gift was not paid: ${paid.error.message}`);
  return key;
}

export function setCoupon(app: TestApp, { token }: Pick<Buyer, 'token'>, key: string, code: string | null) {
  return app.call(orderEndpoints.setOrderCoupon, { token, params: { id: key }, body: { code } });
}

export function couponCalls(app: PayingApp) {
  const albumsFor = async (buyer: Buyer, count: number) => {
    const ids: number[] = [];
    for (let i = 0; i < count; i++) ids.push((await buildViewedAlbum(app, buyer)).id);
    return ids;
  };
  const staffToken = async () => (await buildUser(app, { role: 'super' })).token;
  return {
    orderOf: async (buyer: Buyer, count = 1) => placeOrder(app, buyer, await albumsFor(buyer, count)),
    async usesOf(couponId: number) {
      const { body } = await app.call(couponEndpoints.listCoupons, { token: await staffToken() });
      return body.find((coupon) => coupon.id === couponId)?.uses;
    },
    async endCoupon(id: number) {
      return app.call(couponEndpoints.endCoupons, { token: await staffToken(), body: { ids: [id] } });
    },
  };
}
