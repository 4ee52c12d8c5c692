import fc from 'fast-check';
import { expect } from 'vitest';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { fetchUndeliveredEvents, reconcilePayments } from '#server/modules/orders/payments/reconcile.ts';
import { sweepProvider } from '#server/modules/orders/payments/sweep.ts';
import { buildUser } from './factories.ts';
import type { PayingApp } from './paying-app.ts';
import { refundOrder, returnedOf } from './refunds.ts';

export type ProviderTrouble =
  | { kind: 'deliver' | 'reconcile' | 'sweep' }
  | { kind: 'fault'; operation: string; when: 'before' | 'after' }
  | { kind: 'webhooks'; fault: 'delay' | 'drop' | 'duplicate'; reverse: boolean };

export type RefundTrouble =
  | ProviderTrouble
  | { kind: 'refund' | 'refundLine' | 'bankReturns' }
  | { kind: 'dashboard'; amount: number }
  | { kind: 'settle'; how: 'refund_again' | 'paid_another_way' | 'goods_kept' };

export const providerTroubles = (...operations: string[]): fc.Arbitrary<ProviderTrouble> =>
  fc.oneof(
    fc.record({ kind: fc.constantFrom('deliver' as const, 'reconcile' as const, 'sweep' as const) }),
    fc.record({
      kind: fc.constant('fault' as const),
      operation: fc.constantFrom(...operations),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
    fc.record({
      kind: fc.constant('webhooks' as const),
      fault: fc.constantFrom('delay' as const, 'drop' as const, 'duplicate' as const),
      reverse: fc.boolean(),
    }),
  );

export const refundTroubles: fc.Arbitrary<RefundTrouble> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('refund' as const, 'refundLine' as const, 'bankReturns' as const),
  }),
  fc.record({ kind: fc.constant('dashboard' as const), amount: fc.constantFrom(1, 500, 1995, 3990) }),
  fc.record({
    kind: fc.constant('settle' as const),
    how: fc.constantFrom('refund_again' as const, 'paid_another_way' as const, 'goods_kept' as const),
  }),
  providerTroubles('refunds.create', 'refunds.retrieve', 'refunds.list'),
);

/** The payer is another user after the buyer has deleted the account. */
export type RefundedSale = { orderId: number; key: string; intentId: string; payerId: () => Promise<number> };

export async function troubleProvider(app: PayingApp, trouble: ProviderTrouble): Promise<void> {
  switch (trouble.kind) {
    case 'fault':
      return app.sandbox.faults.next({
        operation: trouble.operation,
        kind: 'reset',
        when: trouble.when,
        times: 3,
      });
    case 'webhooks':
      app.sandbox.webhooks.next({ kind: trouble.fault, seconds: 90, times: 3 });
      return app.sandbox.webhooks.reverse(trouble.reverse);
    case 'deliver':
      await app.sandbox.webhooks.deliverNow();
      return;
    case 'reconcile':
      return reconcilePayments(app.context);
    case 'sweep':
      return sweepProvider(app.context).catch(() => undefined);
  }
}

export async function troubleRefunds(
  app: PayingApp,
  trouble: RefundTrouble,
  { orderId, key, intentId, payerId }: RefundedSale,
): Promise<void> {
  switch (trouble.kind) {
    case 'refund':
      await refundOrder(app, key);
      return;
    case 'refundLine': {
      const line = await app.context.db
        .selectFrom('orderLines')
        .select('id')
        .where('orderId', '=', orderId)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      await refundOrder(app, key, [line.id]);
      return;
    }
    case 'dashboard':
      await app.stripe.refunds
        .create({ payment_intent: intentId, amount: trouble.amount })
        .catch(() => undefined);
      return;
    case 'bankReturns':
      app.advanceMinutes(1);
      return app.sandbox.settle();
    case 'settle': {
      const { token } = await buildUser(app, { role: 'customer_support' });
      const body = { how: trouble.how, note: 'agreed' };
      for (const { id } of await returnedOf(app, await payerId())) {
        const answer = await app.call(refundEndpoints.settleReturnedRefund, { token, params: { id }, body });
        expect([200, 409]).toContain(answer.status);
      }
      return;
    }
    default:
      return troubleProvider(app, trouble);
  }
}

const LAST_ROUND = 3;

/** Ends all troubles and lets every job, event and deadline pass. */
export async function comeToRest(app: PayingApp): Promise<void> {
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
