import fc from 'fast-check';
import { expect } from 'vitest';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { refundOrder as refundOrderAs } from '#server/modules/after-sale/refunds.ts';
import { fetchUndeliveredEvents, reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { sweepProvider } from '#server/modules/provider-events/sweep.ts';
import { PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { buildUser } from './factories.ts';
import type { PayingApp } from './paying-app.ts';
import { dyingAt, unlessRefused } from './pool-troubles.ts';
import { refundOrder, returnedOf } from './refunds.ts';

export type ProviderTrouble =
  | { kind: 'deliver' | 'reconcile' | 'sweep' }
  | { kind: 'fault'; operation: string; when: 'before' | 'after' }
  | { kind: 'webhooks'; fault: 'delay' | 'drop' | 'duplicate'; reverse: boolean };

export type RefundTrouble =
  | ProviderTrouble
  | { kind: 'refund' | 'refundLine' | 'bankReturns' | 'refuse' }
  | { kind: 'dashboard'; amount: number; payer: number }
  /** The bank returns one of the refunds of a payment. */
  | { kind: 'returnOne'; payer: number; nth: number }
  /** The process of a staff member who refunds the order dies at its call to the provider. */
  | { kind: 'dieRefunding'; when: 'before' | 'after' }
  | { kind: 'settle'; how: 'refund_again' | 'paid_another_way' | 'purchase_kept' };

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
    kind: fc.constantFrom(
      'refund' as const,
      'refundLine' as const,
      'bankReturns' as const,
      'refuse' as const,
    ),
  }),
  fc.record({
    kind: fc.constant('dashboard' as const),
    amount: fc.constantFrom(1, 100, 500, 570, 1995, 3990),
    payer: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('returnOne' as const), payer: fc.nat(2), nth: fc.nat(3) }),
  fc.record({
    kind: fc.constant('dieRefunding' as const),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({
    kind: fc.constant('settle' as const),
    how: fc.constantFrom('refund_again' as const, 'paid_another_way' as const, 'purchase_kept' as const),
  }),
  providerTroubles('refunds.create', 'refunds.retrieve', 'refunds.list'),
);

/** A payer is another user after the buyer has deleted the account. */
export type RefundedSale = {
  orderId: number;
  key: string;
  intentIds: string[];
  payerIds: () => Promise<number[]>;
};

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
      return sweepProvider(app.context).catch((error) => {
        if (!(error instanceof PaymentUnknown)) throw error;
      });
  }
}

export async function troubleRefunds(
  app: PayingApp,
  trouble: RefundTrouble,
  { orderId, key, intentIds, payerIds }: RefundedSale,
): Promise<void> {
  switch (trouble.kind) {
    case 'refund':
      requireAnswer(await refundOrder(app, key));
      return;
    case 'refundLine': {
      const line = await app.context.db
        .selectFrom('orderLines')
        .select('id')
        .where('orderId', '=', orderId)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      requireAnswer(await refundOrder(app, key, [line.id]));
      return;
    }
    case 'dashboard':
      await app.stripe.refunds
        .create({ payment_intent: pick(intentIds, trouble.payer), amount: trouble.amount })
        .catch(() => undefined);
      return;
    case 'refuse':
      return app.sandbox.faults.next({ operation: 'refunds.create', kind: 'refuse' });
    case 'returnOne': {
      app.sandbox.faults.clear();
      const payment_intent = pick(intentIds, trouble.payer);
      const { data } = await app.stripe.refunds.list({ payment_intent });
      if (data.length > 0) await app.sandbox.returnRefund(data[trouble.nth % data.length]?.id ?? '');
      return;
    }
    case 'dieRefunding': {
      const { id: userId } = await buildUser(app, { role: 'customer_support' });
      const actor = { userId, role: 'customer_support', sessionId: 'test', isVerified: true } as const;
      const request = { ref: key, lineIds: undefined, memo: 'killed' };
      return unlessRefused(refundOrderAs(dyingAt(app, 'refund', trouble.when), actor, request));
    }
    case 'bankReturns':
      app.advanceMinutes(1);
      return app.sandbox.settle();
    case 'settle': {
      const { token } = await buildUser(app, { role: 'customer_support' });
      const body = { how: trouble.how, note: 'agreed' };
      const cases = await Promise.all((await payerIds()).map((payerId) => returnedOf(app, payerId)));
      for (const { id } of cases.flat()) {
        const answer = await app.call(refundEndpoints.settleReturnedRefund, { token, params: { id }, body });
        expect([200, 409]).toContain(answer.status);
      }
      return;
    }
    default:
      return troubleProvider(app, trouble);
  }
}

const pick = (intentIds: string[], payer: number) => intentIds[payer % intentIds.length] ?? '';

/** Staff refunds never fail without a reason, whatever happened before. */
function requireAnswer({ status }: { status: number }): void {
  expect(status).toBeLessThan(500);
}

const ROUNDS = 3;

/** Ends all troubles and lets every job, event and deadline pass. */
export async function comeToRest(app: PayingApp): Promise<void> {
  app.sandbox.faults.clear();
  app.sandbox.webhooks.clear();
  for (let round = 1; round <= ROUNDS; round++) {
    app.advanceMinutes(3);
    await app.sandbox.settle();
    await reconcilePayments(app.context);
    await fetchUndeliveredEvents(app.context);
    await sweepProvider(app.context);
  }
  expect(await app.context.db.selectFrom('unbookedItems').selectAll().execute()).toEqual([]);
}
