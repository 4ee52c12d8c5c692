import type { LeftOut, Order } from '#contract/entities/order.ts';
import type { Tx } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/first-names.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { imagesById } from '#server/modules/images/album-images.ts';
import { couponsById } from '#server/modules/orders/coupons/use.ts';
import {
  findOrder,
  listLines,
  listOpenOrders,
  listPaidOrders,
  type OrderRef,
  type OrderRow,
} from '#server/modules/orders/orders.ts';
import { takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import { showPools } from '#server/modules/orders/pools/show.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { listLeftOut } from './left-out.queries.ts';
import { toWireLeftOut, toWireOrder } from './orders.wire.ts';

/** Anyone may open an order by its key, but only its owner may open it by its number. */
export async function getVisibleOrder(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  ref: OrderRef,
  options: { lock?: boolean } = {},
): Promise<OrderRow> {
  const order = await findOrder(db, ref, options);
  if (!order || (typeof ref === 'number' && order.userId !== actor.userId)) throw new AppError('not_found');
  return order;
}

export async function lockVisibleOrder(tx: Pick<Tx, 'db'>, actor: Actor, ref: OrderRef): Promise<OrderRow> {
  await takeTurn(tx.db, actor.userId);
  return getVisibleOrder(tx, actor, ref, { lock: true });
}

export async function lockOwnOrder(tx: Pick<Tx, 'db'>, actor: Actor, ref: OrderRef): Promise<OrderRow> {
  const order = await lockVisibleOrder(tx, actor, ref);
  if (order.userId !== actor.userId) throw new AppError('not_found');
  return order;
}

export async function getOrder(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  actor: Actor,
  ref: OrderRef,
): Promise<Order> {
  const [order] = await showOrders(tx, actor.userId, [await getVisibleOrder(tx, actor, ref)]);
  if (!order) throw new AppError('not_found');
  return order;
}

export async function listMyOrders(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  { userId }: Actor,
  scope: 'open' | 'paid',
): Promise<Order[]> {
  const list = scope === 'paid' ? listPaidOrders : listOpenOrders;
  return showOrders(tx, userId, await list(tx.db, userId));
}

export async function showOrders(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  userId: number,
  rows: OrderRow[],
): Promise<Order[]> {
  const { db } = tx;
  const lines = await listLines(
    db,
    rows.map((row) => row.id),
  );
  const albumIds = lines.map((line) => line.albumId);
  const ownerIds = rows.map((row) => row.userId);
  const parts = {
    lines,
    albums: await albumsById(tx, albumIds, userId),
    photos: await imagesById(
      db,
      lines.flatMap((line) => line.imageId ?? []),
    ),
    coupons: await couponsById(
      db,
      rows.flatMap((row) => row.couponId ?? []),
    ),
    pools: await showPools(tx, userId, rows),
    firstNames: await firstNamesOf(db, ownerIds),
    leftOut: await showLeftOut(tx, rows),
  };
  return rows.map((row) => toWireOrder(tx, row, parts, userId));
}

async function showLeftOut({ db }: Pick<Tx, 'db'>, orders: OrderRow[]): Promise<Map<number, LeftOut[]>> {
  const rows = await listLeftOut(
    db,
    orders.map((order) => order.id),
  );
  if (rows.length === 0) return new Map();
  const albums = await findSoldAlbums(
    db,
    rows.map((row) => row.albumId),
  );
  const ofOrder = ({ id }: OrderRow) => rows.filter((row) => row.orderId === id);
  return new Map(
    orders.map((order) => [
      order.id,
      ofOrder(order).flatMap((row) => toWireLeftOut(row, albums.get(row.albumId))),
    ]),
  );
}
