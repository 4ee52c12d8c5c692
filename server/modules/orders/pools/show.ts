import type { Pool } from '#contract/entities/order.ts';
import type { Tx } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/first-names.ts';
import type { OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import { listLiveShares, listPools } from './pools.queries.ts';
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
  const firstNames = await firstNamesOf(
    db,
    shares.map((share) => share.userId),
  );
  return new Map(
    shared.flatMap((order) => {
      const pool = pools.get(order.id);
      if (!pool) return [];
      const own = shares.filter((share) => share.orderId === order.id);
      return [[order.id, toWirePool(order, { pool, shares: own, firstNames }, userId)]];
    }),
  );
}
