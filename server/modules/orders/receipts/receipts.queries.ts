import { sql } from 'kysely';
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

/** Lists only refunds that the provider has accepted or that staff paid another way. */
export function listOwnRefunds(db: Db, orderId: number, userId: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'refunds.attemptId')
    .leftJoin('returnedRefunds', 'returnedRefunds.refundId', 'refunds.id')
    .select(['refunds.createdAt', 'refunds.state', 'returnedRefunds.outcome'])
    .select(
      sql<number>`case returned_refunds.outcome when 'paid_another_way' then returned_refunds.amount_cents
        else refunds.amount_cents end`.as('amountCents'),
    )
    .$narrowType<{ state: RefundState }>()
    .where('refunds.orderId', '=', orderId)
    .where((eb) =>
      eb.or([eb('refunds.refundId', 'is not', null), eb('returnedRefunds.outcome', '=', 'paid_another_way')]),
    )
    .where('paymentAttempts.userId', '=', userId)
    .orderBy('refunds.id')
    .execute();
}
