import fc from 'fast-check';
import { expect } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { disputeEndpoints } from '#contract/endpoints/refunds.ts';
import { CARD_CONSENT_VERSION } from '#contract/rules/cards.ts';
import { createBrowserTokens } from './browser-tokens.ts';
import { buildUser, eventually, type TestUser } from './factories.ts';
import { payOrder, placeOrder } from './order-factories.ts';
import { buildBuyer, buildViewedAlbum, type PayingApp } from './paying-app.ts';
import { refundOrder } from './refunds.ts';

export type GiftSale = { kind: 'gift'; albums: number; hasAccount: boolean; isRefunded: boolean };
export type WalletSale = {
  kind: 'wallet';
  wallet: 'apple_pay' | 'google_pay' | 'link';
  keeps: boolean;
  isRefunded: boolean;
};

export const giftShape = {
  kind: fc.constant('gift' as const),
  albums: fc.integer({ min: 1, max: 2 }),
  hasAccount: fc.boolean(),
  isRefunded: fc.boolean(),
};
export const walletShape = {
  kind: fc.constant('wallet' as const),
  wallet: fc.constantFrom('apple_pay' as const, 'google_pay' as const, 'link' as const),
  keeps: fc.boolean(),
  isRefunded: fc.boolean(),
};

async function placeAlbums(app: PayingApp, buyer: TestUser, albums: number) {
  const albumIds: number[] = [];
  for (let i = 0; i < albums; i++) albumIds.push((await buildViewedAlbum(app, buyer)).id);
  return placeOrder(app, buyer, albumIds);
}

export async function sellGift(app: PayingApp, { albums, hasAccount, isRefunded }: GiftSale): Promise<void> {
  const buyer = await buildBuyer(app);
  const { token } = buyer;
  const key = await placeAlbums(app, buyer, albums);
  const email = hasAccount ? (await buildUser(app)).email : `gift-of-${buyer.id}@example.test`;
  const params = { id: key };
  const { body: order } = await app.call(orderEndpoints.setGift, {
    token,
    params,
    body: { email, message: '' },
  });
  expect(await payOrder(app, buyer, key, order.total)).toMatchObject({ status: 200 });
  if (isRefunded) expect((await refundOrder(app, key)).status).toBe(200);
}

/** Pays with a confirmation token, as the provider's fields and wallets do. */
export async function sellByWallet(app: PayingApp, { wallet, keeps, isRefunded }: WalletSale): Promise<void> {
  const browser = await createBrowserTokens(app);
  const buyer = await buildUser(app);
  const key = await placeAlbums(app, buyer, 1);
  const params = { id: key };
  const { body: order } = await app.call(orderEndpoints.getOrder, { token: buyer.token, params });
  const card = {
    token: await browser.confirmationToken({ wallet, keeps }),
    ...(keeps ? { consent: CARD_CONSENT_VERSION } : {}),
  };
  const body = { paymentMethodId: null, card, amount: order.total };
  expect(await app.call(paymentEndpoints.payOrder, { token: buyer.token, params, body })).toMatchObject({
    status: 200,
    body: { status: 'succeeded' },
  });
  if (isRefunded) expect((await refundOrder(app, key)).status).toBe(200);
}

/** Staff send what we know to the bank, and the bank has not decided yet. */
export async function sendEvidenceFor(app: PayingApp, orderKey: string): Promise<void> {
  const { id, disputeId } = await app.context.db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.orderId')
    .select(['disputes.id', 'disputes.disputeId'])
    .where('orders.key', '=', orderKey)
    .executeTakeFirstOrThrow();
  const { token } = await buildUser(app, { role: 'customer_support' });
  const sent = await app.call(disputeEndpoints.sendEvidence, {
    token,
    params: { id },
    body: { note: 'They downloaded the photos.' },
  });
  expect(sent.status).toBe(200);
  await eventually(async () => {
    const { evidence_details: details } = await app.stripe.disputes.retrieve(disputeId);
    return details.submission_count === 1 || undefined;
  }, 'the evidence at the bank');
}
