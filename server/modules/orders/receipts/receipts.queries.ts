import type { OrderState, RefundState } from '#contract/rules/order-states.ts';
import type { Db } from '#server/platform/database.ts';

const MOST_LISTED = 200;

/** Own orders, and pools of others that the customer has paid into. */
export function listPaidOrders(db: Db, userId: number) {
  return db
    .selectFrom('orders')
    .selectAll()
    .$narrowType<{ state: OrderState }>()
    .where('paidAt', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('orders.userId', '=', userId),
        eb(
          'orders.id',
          'in',
          eb
            .selectFrom('paymentAttempts')
            .select('paymentAttempts.orderId')
            .where('paymentAttempts.userId', '=', userId)
            .where('paymentAttempts.state', '=', 'succeeded'),
        ),
      ]),
    )
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute();
}

export type OwnPaymentRow = Awaited<ReturnType<typeof listOwnPayments>>[number];

/** What one person has paid for an order; of a pool with the number of shares. */
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

/** Those that the provider has taken on. */
export function listOwnRefunds(db: Db, orderId: number, userId: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'refunds.attemptId')
    .select(['refunds.amountCents', 'refunds.createdAt', 'refunds.state'])
    .$narrowType<{ state: RefundState }>()
    .where('refunds.orderId', '=', orderId)
    .where('refunds.refundId', 'is not', null)
    .where('paymentAttempts.userId', '=', userId)
    .orderBy('refunds.id')
    .execute();
}
