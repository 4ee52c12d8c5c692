import { sql } from 'kysely';
import type { UserOrderSort } from '#contract/endpoints/user-administration.ts';
import type { OrderState, PaymentState, RefundState } from '#contract/rules/order-states.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

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

export type OrdersFilter = {
  id?: number | undefined;
  state?: OrderState | undefined;
  search?: { text: string; albumIds: readonly number[] } | undefined;
  sort: UserOrderSort;
  start: number;
  limit: number;
};

const ORDER_BY = {
  newest: sql`id desc`,
  oldest: sql`id`,
  amount: sql`total_cents, id desc`,
  amount_desc: sql`total_cents desc, id desc`,
} as const;

export function listOrdersInFull(db: Db, userId: number, filter: OrdersFilter) {
  let orders = selectOrdersOf(db, userId);
  if (filter.id !== undefined) orders = orders.where('orders.id', '=', filter.id);
  if (filter.state) orders = orders.where('orders.state', '=', filter.state);
  const { search } = filter;
  if (search) {
    orders = orders.where((eb) =>
      eb.or([eb(sql`orders.id::text`, '=', search.text), hasAlbum(search.albumIds)]),
    );
  }
  return orders.orderBy(ORDER_BY[filter.sort]).offset(filter.start).limit(filter.limit).execute();
}

/** Searches both the album that was bought and the one it was swapped to. */
function hasAlbum(albumIds: readonly number[]) {
  return sql<boolean>`exists (
    select from order_lines
    left join entitlements on entitlements.order_line_id = order_lines.id
    where order_lines.order_id = orders.id
      and (order_lines.album_id = any(${albumIds}) or entitlements.album_id = any(${albumIds})))`;
}

export async function listAlbumIdsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orderLines')
    .leftJoin('entitlements', 'entitlements.orderLineId', 'orderLines.id')
    .select(['orderLines.albumId', 'entitlements.albumId as swappedToId'])
    .where('orderLines.orderId', 'in', selectOrdersOf(db, userId).clearSelect().select('orders.id'))
    .execute();
  return [...new Set(rows.flatMap((row) => [row.albumId, row.swappedToId ?? row.albumId]))];
}

/** Includes pools of others that the customer paid into or tried to. */
function selectOrdersOf(db: Db, userId: number) {
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
    );
}

export type ListedAttempt = Awaited<ReturnType<typeof listAttemptsOf>>[number];

export function listAttemptsOf(db: Db, orderIds: number[]) {
  return db
    .selectFrom('paymentAttempts')
    .leftJoin('paymentSources', 'paymentSources.id', 'paymentAttempts.sourceId')
    .select(['paymentAttempts.id', 'orderId', 'amountCents', 'paymentAttempts.state', 'failureCode'])
    .select(['paymentAttempts.createdAt', 'paymentAttempts.userId', 'brand', 'last4'])
    .$narrowType<{ state: PaymentState }>()
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('paymentAttempts.id')
    .execute();
}

export type ListedRefund = Awaited<ReturnType<typeof listRefundsOf>>[number];

export function listRefundsOf(db: Db, orderIds: number[]) {
  return db
    .selectFrom('refunds')
    .select(['id', 'orderId', 'amountCents', 'state', 'memo', 'createdAt'])
    .$narrowType<{ state: RefundState }>()
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}

export type RefundedLine = Awaited<ReturnType<typeof listRefundedLines>>[number];

export function listRefundedLines(db: Db, orderIds: number[]) {
  return db
    .selectFrom('refundLines')
    .innerJoin('orderLines', 'orderLines.id', 'refundLines.orderLineId')
    .select(['orderLineId', (eb) => eb.fn.sum<number>('refundLines.amountCents').as('amountCents')])
    .where('orderLines.orderId', '=', anyOf(orderIds))
    .where('refundLines.isLive', '=', true)
    .groupBy('orderLineId')
    .execute();
}
