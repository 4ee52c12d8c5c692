import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { findLedgerDifferences } from '#server/modules/orders/payments/check-ledger.ts';
import { fetchUndeliveredEvents, reconcilePayments } from '#server/modules/orders/payments/reconcile.ts';
import { sweepProvider } from '#server/modules/orders/payments/sweep.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { buildUser } from '#server/testing/factories.ts';
import { payOrder, placeOrder } from '#server/testing/order-factories.ts';
import {
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { readOrderOf, refundOrder, returnedOf } from '#server/testing/refunds.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 6, inChaos: 60 });
const ALBUMS = 2;
const LAST_ROUND = 3;

type Step =
  | { kind: 'refund' | 'refundLine' | 'bankReturns' | 'deliver' | 'reconcile' | 'sweep' }
  | { kind: 'dashboard'; amount: number }
  | { kind: 'settle'; how: 'refund_again' | 'paid_another_way' | 'goods_kept' }
  | { kind: 'fault'; operation: string; when: 'before' | 'after' }
  | { kind: 'webhooks'; fault: 'delay' | 'drop' | 'duplicate'; reverse: boolean };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'refund' as const,
      'refundLine' as const,
      'bankReturns' as const,
      'deliver' as const,
      'reconcile' as const,
      'sweep' as const,
    ),
  }),
  fc.record({ kind: fc.constant('dashboard' as const), amount: fc.constantFrom(1, 500, 1995, 3990) }),
  fc.record({
    kind: fc.constant('settle' as const),
    how: fc.constantFrom('refund_again' as const, 'paid_another_way' as const, 'goods_kept' as const),
  }),
  fc.record({
    kind: fc.constant('fault' as const),
    operation: fc.constantFrom('refunds.create', 'refunds.retrieve', 'refunds.list'),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({
    kind: fc.constant('webhooks' as const),
    fault: fc.constantFrom('delay' as const, 'drop' as const, 'duplicate' as const),
    reverse: fc.boolean(),
  }),
);

/** Both a refund of the dashboard and one of ours over the same money come back; it is owed once. */
const RETURNED_TWICE: Step[] = [
  { kind: 'dashboard', amount: 1 },
  { kind: 'fault', operation: 'refunds.create', when: 'before' },
  { kind: 'refund' },
];

type Sale = { buyer: Buyer; key: string; intentId: string };

async function take(step: Step, { buyer, key, intentId }: Sale): Promise<void> {
  const ignore = () => undefined;
  switch (step.kind) {
    case 'refund':
      await refundOrder(app, key);
      return;
    case 'refundLine':
      await refundOrder(app, key, [(await readOrderOf(app, buyer, key)).items[0]?.id ?? 0]);
      return;
    case 'dashboard':
      await app.stripe.refunds.create({ payment_intent: intentId, amount: step.amount }).catch(ignore);
      return;
    case 'bankReturns':
      app.advanceMinutes(1);
      return app.sandbox.settle();
    case 'settle': {
      const { token } = await buildUser(app, { role: 'customer_support' });
      const body = { how: step.how, note: 'agreed' };
      for (const { id } of await returnedOf(app, buyer.id)) {
        const answer = await app.call(refundEndpoints.settleReturnedRefund, { token, params: { id }, body });
        expect([200, 409]).toContain(answer.status);
      }
      return;
    }
    case 'fault':
      return app.sandbox.faults.next({ operation: step.operation, kind: 'reset', when: step.when, times: 3 });
    case 'webhooks':
      app.sandbox.webhooks.next({ kind: step.fault, seconds: 90, times: 3 });
      return app.sandbox.webhooks.reverse(step.reverse);
    case 'deliver':
      await app.sandbox.webhooks.deliverNow();
      return;
    case 'reconcile':
      return reconcilePayments(app.context);
    case 'sweep':
      return sweepProvider(app.context).catch(ignore);
  }
}

async function comeToRest(): Promise<void> {
  app.sandbox.faults.clear();
  app.sandbox.webhooks.clear();
  for (let round = 1; round <= LAST_ROUND; round++) {
    app.advanceMinutes(3);
    await app.sandbox.settle();
    await reconcilePayments(app.context);
    await fetchUndeliveredEvents(app.context);
    // A refund of the dashboard has to wait while ours, with an unknown outcome, reserves the same money.
    await sweepProvider(app.context).catch((error) => {
      if (round === LAST_ROUND) throw error;
    });
  }
}

test('whatever is refunded, returned, settled or made in the dashboard, money and goods agree with the provider', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 9 }), async (sequence) => {
      app.sandbox.webhooks.pause();
      const buyer = await buildBuyer(app, 'pm_card_refundFail');
      const albumIds: number[] = [];
      for (let i = 0; i < ALBUMS; i++) albumIds.push((await buildViewedAlbum(app, buyer)).id);
      const key = await placeOrder(app, buyer, albumIds);
      const { total, id: orderId } = await readOrderOf(app, buyer, key);
      await payOrder(app, buyer, key, total);
      const intentId = (await booksOf(app, buyer.id)).attempts[0]?.intentId ?? '';
      for (const step of sequence) await take(step, { buyer, key, intentId });
      await comeToRest();
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
