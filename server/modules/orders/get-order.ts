import type { Order } from '#contract/entities/order.ts';
import { albumsById, type CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import { AppError } from '#server/platform/errors.ts';
import { listCouponsById } from './coupons.queries.ts';
import { findOrder, listLines, listOpenOrders, type OrderRow } from './orders.queries.ts';
import { toWireOrder } from './orders.wire.ts';
import { listPaidOrders } from './receipts.queries.ts';

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

async function toOrders(world: CatalogueWorld, userId: number, rows: OrderRow[]): Promise<Order[]> {
  const lines = await listLines(
    world.db,
    rows.map((row) => row.id),
  );
  const albums = await albumsById(
    world,
    lines.map((line) => line.albumId),
    userId,
  );
  const couponIds = rows.flatMap((row) => row.couponId ?? []);
  const coupons = new Map((await listCouponsById(world.db, couponIds)).map((coupon) => [coupon.id, coupon]));
  return rows.map((row) => {
    const own = lines.filter((line) => line.orderId === row.id);
    return toWireOrder(row, own, { albums, coupon: coupons.get(row.couponId ?? 0) }, userId);
  });
}

/** Pools cannot be paid yet, so none is opened. */
export async function updateOrder(
  world: CatalogueWorld,
  userId: number,
  name: number | string,
  { isPool }: { isPool: boolean },
): Promise<Order> {
  const order = await findVisibleOrder(world, userId, name, { lock: true });
  if (order.userId !== userId) throw new AppError('not_found');
  if (order.state !== 'open') throw new AppError('order_closed');
  if (isPool) throw new AppError('not_built');
  return getOrder(world, userId, name);
}
