import { sql } from 'kysely';
import type { OrderState } from '#contract/rules/order-states.ts';
import type { Db } from '#server/platform/database.ts';

function linesOfAlbum(db: Db, albumId: number) {
  return db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .where('orderLines.id', 'in', (eb) =>
      eb.selectFrom('entitlements').select('entitlements.orderLineId').where('albumId', '=', albumId),
    );
}

export type SaleRow = Awaited<ReturnType<typeof listSales>>[number];

export function listSales(db: Db, albumId: number, { start, limit }: { start: number; limit: number }) {
  return linesOfAlbum(db, albumId)
    .select(['orderLines.id', 'orderLines.orderId', 'orderLines.albumId', 'orderLines.priceCents'])
    .select(['orderLines.totalCents', 'orders.key', 'orders.state', 'orders.isPool', 'orders.userId'])
    .select('orders.paidAt')
    .$narrowType<{ state: OrderState }>()
    .orderBy('orderLines.id', 'desc')
    .offset(start)
    .limit(limit)
    .execute();
}

export function sumSales(db: Db, albumId: number) {
  return linesOfAlbum(db, albumId)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`coalesce(sum(order_lines.total_cents), 0)::bigint`.as('paidCents'),
      sql<number>`coalesce(sum(order_lines.refunded_cents), 0)::bigint`.as('refundedCents'),
    ])
    .executeTakeFirstOrThrow();
}
