import type { OrderState, PaymentState, RefundState } from '#contract/rules/order-states.ts';
import type { Db } from '#server/platform/database.ts';

export function listOrdersOf(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'state', 'totalCents', 'createdAt'])
    .$narrowType<{ state: OrderState }>()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Their own, and pools of others that they paid for or tried to. */
export function listOrdersInFull(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('orders')
    .selectAll()
    .$narrowType<{ state: OrderState }>()
    .where((eb) =>
      eb.or([
        eb('orders.userId', '=', userId),
        eb(
          'orders.id',
          'in',
          eb
            .selectFrom('paymentAttempts')
            .select('paymentAttempts.orderId')
            .where('paymentAttempts.userId', '=', userId),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type ListedAttempt = Awaited<ReturnType<typeof listAttemptsOf>>[number];

export function listAttemptsOf(db: Db, orderIds: number[]) {
  return db
    .selectFrom('paymentAttempts')
    .leftJoin('paymentSources', 'paymentSources.id', 'paymentAttempts.sourceId')
    .select(['paymentAttempts.id', 'orderId', 'amountCents', 'paymentAttempts.state', 'failureCode'])
    .select(['paymentAttempts.createdAt', 'paymentAttempts.userId', 'brand', 'last4'])
    .$narrowType<{ state: PaymentState }>()
    .where('orderId', 'in', [...orderIds, 0])
    .orderBy('paymentAttempts.id')
    .execute();
}

export type ListedRefund = Awaited<ReturnType<typeof listRefundsOf>>[number];

export function listRefundsOf(db: Db, orderIds: number[]) {
  return db
    .selectFrom('refunds')
    .select(['id', 'orderId', 'amountCents', 'state', 'memo', 'createdAt'])
    .$narrowType<{ state: RefundState }>()
    .where('orderId', 'in', [...orderIds, 0])
    .orderBy('id')
    .execute();
}

export type RefundedLine = Awaited<ReturnType<typeof listRefundedLines>>[number];

export function listRefundedLines(db: Db, orderIds: number[]) {
  return db
    .selectFrom('refundLines')
    .innerJoin('orderLines', 'orderLines.id', 'refundLines.orderLineId')
    .select(['orderLineId', (eb) => eb.fn.sum<number>('refundLines.amountCents').as('amountCents')])
    .where('orderLines.orderId', 'in', [...orderIds, 0])
    .where('refundLines.isLive', '=', true)
    .groupBy('orderLineId')
    .execute();
}
