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
  /** The number of an order, or words that all occur in the name of one of its albums. */
  text?: string | undefined;
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
  const words = filter.text?.split(/\s+/).filter(Boolean) ?? [];
  if (words.length > 0) {
    orders = orders.where((eb) => eb.or([eb(sql`orders.id::text`, '=', words.join(' ')), hasAlbum(words)]));
  }
  return orders.orderBy(ORDER_BY[filter.sort]).offset(filter.start).limit(filter.limit).execute();
}

/** Searches both the album that was bought and the one it was swapped to. */
function hasAlbum(words: string[]) {
  return sql<boolean>`exists (
    select from order_lines lines
    join albums on albums.id = lines.album_id
      or albums.id in (select album_id from entitlements where order_line_id = lines.id)
    where lines.order_id = orders.id and ${sql.join(
      words.map(
        (word) =>
          sql`strpos(lower(concat_ws(' ', program_name, team_name, division_name)), ${word.toLowerCase()}) > 0`,
      ),
      sql` and `,
    )})`;
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
