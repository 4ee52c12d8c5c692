import type { RefundState } from '#contract/rules/order-states.ts';
import type { Db } from '#server/platform/database.ts';

export type OwnPaymentRow = Awaited<ReturnType<typeof listOwnPayments>>[number];

export function listOwnPayments(db: Db, orderId: number, userId: number) {
  return db
    .selectFrom('paymentAttempts')
    .leftJoin('paymentSources', 'paymentSources.id', 'paymentAttempts.sourceId')
    .select(['paymentAttempts.id', 'amountCents', 'capture', 'settledAt', 'brand', 'last4'])
    .select((eb) =>
      eb
        .selectFrom('poolShares')
        .select(({ fn }) => fn.countAll<number>().as('shares'))
        .whereRef('poolShares.attemptId', '=', 'paymentAttempts.id')
        .where('poolShares.state', 'in', ['paid', 'refunded'])
        .as('shares'),
    )
    .where('orderId', '=', orderId)
    .where('paymentAttempts.userId', '=', userId)
    .where('paymentAttempts.state', '=', 'succeeded')
    .orderBy('paymentAttempts.id')
    .execute();
}

export type OwnRefundRow = Awaited<ReturnType<typeof listOwnRefunds>>[number];

/** Lists only refunds that the provider has accepted. */
export function listOwnRefunds(db: Db, orderId: number, userId: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'refunds.attemptId')
    .leftJoin('returnedRefunds', 'returnedRefunds.refundId', 'refunds.id')
    .select(['refunds.amountCents', 'refunds.createdAt', 'refunds.state', 'returnedRefunds.outcome'])
    .$narrowType<{ state: RefundState }>()
    .where('refunds.orderId', '=', orderId)
    .where('refunds.refundId', 'is not', null)
    .where('paymentAttempts.userId', '=', userId)
    .orderBy('refunds.id')
    .execute();
}
