import { sql } from 'kysely';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { userOrderList } from '#contract/lists/users.ts';
import type { OrderState, PaymentState, RefundState } from '#contract/rules/order-states.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

/** For a pool, the amount is what the user's own cards pay or hold. */
export function listOrdersOf(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'state', 'createdAt'])
    .select(
      sql<number>`case when is_pool then coalesce((select sum(amount_cents) from payment_attempts own
        where own.order_id = orders.id and own.user_id = ${userId} and own.state not in ('failed', 'released')
        ), 0)::integer else total_cents end`.as('amountCents'),
    )
    .$narrowType<{ state: OrderState }>()
    .where(isOrderOf(userId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

type UserOrderParts = {
  /** Finds the albums of the user's orders whose names contain every word. */
  searchAlbums: (db: Db, search: { userId: number; words: string[] }) => Promise<number[]>;
  toRows: (db: Db, userId: number, orders: OrderRow[]) => Promise<OrderOfUser[]>;
};

export function userOrderListSource({ searchAlbums, toRows }: UserOrderParts) {
  return sqlList<typeof userOrderList, OrderRow>(userOrderList, {
    from: sql`orders`,
    select: sql`orders.*`,
    id: sortPart('orders.id', 'bigint'),
    sorts: {
      created_at: [sortPart('orders.created_at', 'timestamptz')],
      total: [sortPart('orders.total_cents', 'bigint')],
    },
    where: async ({ user = 0, q = '', state }, db) => {
      const conditions = [isOrderOf(user)];
      if (state) conditions.push(sql`orders.state = ${state}`);
      const words = q.split(/\s+/).filter(Boolean);
      if (words.length > 0) {
        const albumIds = await searchAlbums(db, { userId: user, words });
        conditions.push(sql`(orders.id::text = ${words.join(' ')} or ${hasAlbum(albumIds)})`);
      }
      return conditions;
    },
    toRows: (orders, db, { user = 0 }) => toRows(db, user, orders),
  });
}

export function findOrderOf(db: Db, { userId, orderId }: { userId: number; orderId: number }) {
  return db
    .selectFrom('orders')
    .selectAll()
    .$narrowType<{ state: OrderState }>()
    .where('id', '=', orderId)
    .where(isOrderOf(userId))
    .executeTakeFirst();
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
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .where(isOrderOf(userId))
    .execute();
  return [...new Set(rows.flatMap((row) => [row.albumId, row.swappedToId ?? row.albumId]))];
}

/** Includes pools of others that the customer paid into or tried to. */
export function isOrderOf(userId: number) {
  return sql<boolean>`(orders.user_id = ${userId}
    or orders.id in (select order_id from payment_attempts where payment_attempts.user_id = ${userId}))`;
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
    .select(['id', 'orderId', 'attemptId', 'amountCents', 'state', 'memo', 'createdAt', 'refundId'])
    .$narrowType<{ state: RefundState }>()
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}

/** The dashboard may have refunded only a part of a line. */
export type RefundedLine = Awaited<ReturnType<typeof listRefundedLines>>[number];

export function listRefundedLines(db: Db, orderIds: number[]) {
  return db
    .selectFrom('refundLines')
    .innerJoin('orderLines', 'orderLines.id', 'refundLines.orderLineId')
    .select(['orderLineId', (eb) => eb.fn.sum<number>('refundLines.amountCents').as('amountCents')])
    .select(sql<boolean>`sum(refund_lines.amount_cents) = max(order_lines.total_cents)`.as('isEnded'))
    .where('orderLines.orderId', '=', anyOf(orderIds))
    .where('refundLines.isLive', '=', true)
    .groupBy('orderLineId')
    .execute();
}

type AlbumOfMode = { albumId: number; mode: PaymentMode };

/** Once real cards pay, a rehearsal is left out here and in reports. */
function linesOfAlbum(db: Db, { albumId, mode }: AlbumOfMode) {
  return db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .where('orderLines.id', 'in', (eb) =>
      eb.selectFrom('entitlements').select('entitlements.orderLineId').where('albumId', '=', albumId),
    )
    .where('orders.id', 'in', (eb) =>
      eb
        .selectFrom('paymentAttempts')
        .select('paymentAttempts.orderId')
        .where('paymentAttempts.state', '=', 'succeeded')
        .where('paymentAttempts.mode', '=', mode),
    );
}

export type SaleRow = Awaited<ReturnType<typeof listSales>>[number];

export function listSales(db: Db, { start, limit, ...of }: AlbumOfMode & { start: number; limit: number }) {
  return linesOfAlbum(db, of)
    .select(['orderLines.id', 'orderLines.orderId', 'orderLines.albumId', 'orderLines.priceCents'])
    .select(['orderLines.totalCents', 'orders.key', 'orders.state', 'orders.isPool', 'orders.userId'])
    .select('orders.paidAt')
    .$narrowType<{ state: OrderState }>()
    .orderBy('orderLines.id', 'desc')
    .offset(start)
    .limit(limit)
    .execute();
}

export function sumSales(db: Db, of: AlbumOfMode) {
  return linesOfAlbum(db, of)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`coalesce(sum(order_lines.total_cents), 0)::bigint`.as('paidCents'),
      sql<number>`coalesce(sum(order_lines.refunded_cents), 0)::bigint`.as('refundedCents'),
    ])
    .executeTakeFirstOrThrow();
}
