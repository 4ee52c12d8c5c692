import type { Order } from '#contract/entities/order.ts';
import { firstNamesOf } from '#server/modules/accounts/first-names.ts';
import { albumsById, type CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import { listCouponsById } from '#server/modules/orders/coupons/coupons.queries.ts';
import { listLiveShares, listPools } from '#server/modules/orders/pools/pools.queries.ts';
import { toWirePool } from '#server/modules/orders/pools/pools.wire.ts';
import { listPaidOrders } from '#server/modules/orders/receipts/receipts.queries.ts';
import { AppError } from '#server/platform/errors.ts';
import { findOrder, listLines, listOpenOrders, type OrderRow } from './orders.queries.ts';
import { toWireOrder } from './orders.wire.ts';

/** By key for whoever was given it; by number for the owner alone. Others cannot tell that it exists. */
export async function findVisibleOrder(
  { db }: Pick<CatalogueWorld, 'db'>,
  userId: number,
  name: number | string,
  options: { lock?: boolean } = {},
): Promise<OrderRow> {
  const order = await findOrder(db, typeof name === 'number' ? { id: name } : { key: name }, options);
  if (!order || (typeof name === 'number' && order.userId !== userId)) throw new AppError('not_found');
  return order;
}

export async function getOrder(world: CatalogueWorld, userId: number, name: number | string): Promise<Order> {
  const [order] = await toOrders(world, userId, [await findVisibleOrder(world, userId, name)]);
  if (!order) throw new AppError('not_found');
  return order;
}

export async function listMyOrders(
  world: CatalogueWorld,
  userId: number,
  scope: 'open' | 'paid',
): Promise<Order[]> {
  const list = scope === 'paid' ? listPaidOrders : listOpenOrders;
  return toOrders(world, userId, await list(world.db, userId));
}

export async function toOrders(world: CatalogueWorld, userId: number, rows: OrderRow[]): Promise<Order[]> {
  const { db } = world;
  const orderIds = rows.map((row) => row.id);
  const lines = await listLines(db, orderIds);
  const albums = await albumsById(
    world,
    lines.map((line) => line.albumId),
    userId,
  );
  const couponIds = rows.flatMap((row) => row.couponId ?? []);
  const coupons = new Map((await listCouponsById(db, couponIds)).map((coupon) => [coupon.id, coupon]));
  const pools = new Map((await listPools(db, orderIds)).map((pool) => [pool.orderId, pool]));
  const shares = await listLiveShares(db, [...pools.keys()]);
  const people = [...rows.map((row) => row.userId), ...shares.map((share) => share.userId)];
  const firstNames = await firstNamesOf(db, people);
  return rows.map((row) => {
    const own = lines.filter((line) => line.orderId === row.id);
    const ownShares = shares.filter((share) => share.orderId === row.id);
    const pool = pools.get(row.id);
    const parts = {
      albums,
      coupon: coupons.get(row.couponId ?? 0),
      ownerFirstName: firstNames.get(row.userId) ?? '',
      pool: pool ? toWirePool(row, pool, ownShares, firstNames, userId) : null,
    };
    return toWireOrder(row, own, parts, userId);
  });
}
