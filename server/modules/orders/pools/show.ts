import type { Pool } from '#contract/entities/order.ts';
import type { Tx } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/first-names.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import { listOwnRefundSums } from '#server/modules/orders/refunds/reserve.ts';
import { listLiveShares, listPools, listRefundedShares } from './pools.queries.ts';
import { toWirePool } from './pools.wire.ts';

export async function showPools(
  { db }: Pick<Tx, 'db'>,
  userId: number,
  orders: OrderRow[],
): Promise<Map<number, Pool>> {
  const shared = orders.filter((order) => order.isPool);
  if (shared.length === 0) return new Map();
  const orderIds = shared.map((order) => order.id);
  const pools = new Map((await listPools(db, orderIds)).map((pool) => [pool.orderId, pool]));
  const shares = await listLiveShares(db, orderIds);
  const refunded = await listRefundedShares(db, orderIds);
  const own = await listOwnRefundSums(db, userId, orderIds);
  const firstNames = await firstNamesOf(
    db,
    shares.map((share) => share.userId),
  );
  return new Map(
    shared.flatMap((order) => {
      const pool = pools.get(order.id);
      if (!pool) return [];
      const isOfOrder = (share: { orderId: number }) => share.orderId === order.id;
      const parts = {
        pool,
        shares: shares.filter(isOfOrder),
        refunded: refunded.filter(isOfOrder),
        own: own.get(order.id) ?? { refundedCents: 0, isOwed: false },
        firstNames,
      };
      return [[order.id, toWirePool(order, parts, userId)]];
    }),
  );
}
