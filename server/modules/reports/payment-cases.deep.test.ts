import { expect, test } from 'vitest';
import { overviewEndpoints, paymentCaseListEndpoints } from '#contract/endpoints/overview.ts';
import type { PaymentCase } from '#contract/entities/order-of-user.ts';
import { paymentCaseList } from '#contract/lists/payouts.ts';
import { buildUser } from '#server/testing/factories.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import { ALBUM_PRICE, buildBuyer, buildViewedAlbum, startPayingApp } from '#server/testing/paying-app.ts';
import { letBankReturn, refundOrder } from '#server/testing/refunds.ts';

const app = await startPayingApp();

async function sell(card = 'pm_card_visa') {
  const buyer = await buildBuyer(app, card);
  const key = await placeOrder(app, buyer, [(await buildViewedAlbum(app, buyer)).id]);
  await payOrder(app, buyer, key, ALBUM_PRICE);
  return { buyer, key };
}
const staff = async () => (await buildUser(app, { role: 'customer_support' })).token;
const list = async (query: { trouble?: PaymentCase['trouble']; q?: string } = {}) =>
  (await app.call(paymentCaseListEndpoints.page, { token: await staff(), query })).body.rows;
/** The news of a payment would settle it again, so those that become stuck are made without. */
async function sellStuck() {
  app.sandbox.webhooks.pause();
  const { buyer } = await sell();
  await app.context.db.deleteFrom('sandboxEvents').where('deliveredAt', 'is', null).execute();
  return { buyer, ...(await makeStuck(buyer.id)) };
}
const makeStuck = (userId: number) =>
  app.context.db
    .updateTable('paymentAttempts')
    .set({ state: 'processing', settledAt: null, createdAt: app.context.clock.now() })
    .where('userId', '=', userId)
    .returning(['id', 'orderId'])
    .executeTakeFirstOrThrow();

test('the list names what the overview counts, by kind, customer and order', async () => {
  const { buyer, key } = await sell('pm_card_refundFail');
  await refundOrder(app, key);
  await letBankReturn(app, buyer);
  const { buyer: slow, orderId } = await sellStuck();
  expect(await list({ trouble: 'payment' })).toEqual([]);
  app.advanceMinutes(31);
  expect(await list({ trouble: 'payment' })).toMatchObject([
    { trouble: 'payment', customer: slow.id, order: orderId, amount: ALBUM_PRICE },
  ]);
  expect(await list({ trouble: 'returned_refund' })).toMatchObject([{ customer: buyer.id }]);
  expect(await list({ q: String(orderId) })).toMatchObject([{ order: orderId }]);
  expect(await list({ q: '%' })).toEqual([]);
  const { body } = await app.call(overviewEndpoints.adminOverview, { token: await staff(), query: {} });
  expect(body.payments).toMatchObject({ stuck_payments: 1, returned_refunds: 1 });
  expect(body.payments?.cases).toEqual(await list());
  expect((await app.call(paymentCaseListEndpoints.page, { token: buyer.token, query: {} })).status).toBe(403);
});

test('cases are paged in every order, and the overview counts more than it names', async () => {
  const insertRow = async () => {
    const { id } = await sellStuck();
    await app.context.db
      .updateTable('paymentAttempts')
      .set({ createdAt: new Date(app.context.clock.now().getTime() - 3_600_000) })
      .where('id', '=', id)
      .execute();
    return `payment:${id}`;
  };
  for (let i = 0; i < 16; i++) await insertRow();
  await expectPagedList(app, {
    list: paymentCaseList,
    calls: paymentCaseListEndpoints,
    token: await staff(),
    filters: { trouble: 'payment' },
    idOf: ({ key }: { key: string }) => key,
    insertRow,
  });
  const { body } = await app.call(overviewEndpoints.adminOverview, { token: await staff(), query: {} });
  expect(body.payments?.cases).toHaveLength(8);
  expect(body.payments?.stuck_payments).toBeGreaterThan(16);
});
