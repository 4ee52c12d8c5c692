import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLedgerDifferences } from '#server/modules/orders/payments/check-ledger.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import { booksOf, buildBuyer, buildViewedAlbum, startPayingApp } from '#server/testing/paying-app.ts';
import {
  comeToRest,
  type RefundTrouble,
  refundTroubles,
  troubleRefunds,
} from '#server/testing/refund-troubles.ts';
import { readOrderOf, returnedOf } from '#server/testing/refunds.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 6, inChaos: 60 });
const ALBUMS = 2;

/** Both a refund of the dashboard and one of ours over the same money come back; it is owed once. */
const RETURNED_TWICE: RefundTrouble[] = [
  { kind: 'dashboard', amount: 1 },
  { kind: 'fault', operation: 'refunds.create', when: 'before' },
  { kind: 'refund' },
];

test('whatever is refunded, returned, settled or made in the dashboard, money and goods agree with the provider', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(refundTroubles, { minLength: 3, maxLength: 9 }), async (sequence) => {
      app.sandbox.webhooks.pause();
      const buyer = await buildBuyer(app, 'pm_card_refundFail');
      const albumIds: number[] = [];
      for (let i = 0; i < ALBUMS; i++) albumIds.push((await buildViewedAlbum(app, buyer)).id);
      const key = await placeOrder(app, buyer, albumIds);
      const { total, id: orderId } = await readOrderOf(app, buyer, key);
      await payOrder(app, buyer, key, total);
      const intentId = (await booksOf(app, buyer.id)).attempts[0]?.intentId ?? '';
      const sale = { orderId, key, intentId, payerId: async () => buyer.id };
      for (const trouble of sequence) await troubleRefunds(app, trouble, sale);
      await comeToRest(app);
      const order = await readOrderOf(app, buyer, key);
      const { entries, entitlements } = await booksOf(app, buyer.id);
      const balance = entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
      const [charge] = (await app.charges()).filter(({ payment_intent }) => payment_intent === intentId);
      expect(balance).toBe(total - (charge?.amount_refunded ?? 0));
      const cases = await returnedOf(app, buyer.id);
      const sum = (chosen: typeof cases) => chosen.reduce((all, { amountCents }) => all + amountCents, 0);
      const elsewhere = sum(cases.filter(({ outcome }) => outcome === 'paid_another_way'));
      expect(order.refunded).toBe(total - balance + elsewhere);
      expect(order.status).toBe(
        order.refunded === 0 ? 'paid' : order.refunded === total ? 'refunded' : 'partly_refunded',
      );
      // Nobody is left with neither the money nor the goods.
      const lines = await app.context.db
        .selectFrom('orderLines')
        .selectAll()
        .where('orderId', '=', orderId)
        .execute();
      for (const line of lines) {
        const own = entitlements.find(({ orderLineId }) => orderLineId === line.id);
        if (line.refundedCents === 0) expect(own?.state).toBe('active');
        if (own?.state === 'ended') expect(line.refundedCents).toBe(line.totalCents);
      }
      expect(sum(cases.filter(({ outcome }) => outcome === null))).toBeLessThanOrEqual(balance);
    }),
    { numRuns: RUNS, examples: [[RETURNED_TWICE]] },
  );
  expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
});
