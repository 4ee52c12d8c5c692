import type { OrderOfUser } from '#contract/endpoints/user-administration.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { albumsById, type CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import { toOrders } from '#server/modules/orders/order/get-order.ts';
import { toWireOrderOfUser } from '#server/modules/orders/order/orders.wire.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  listAttemptsOf,
  listOrdersInFull,
  listRefundedLines,
  listRefundsOf,
  type OrdersFilter,
} from './customer-orders.queries.ts';
import { listStandings } from './line-standings.queries.ts';

/** One order of a customer, however old. */
export async function getUserOrder(
  world: CatalogueWorld,
  userId: number,
  orderId: number,
): Promise<OrderOfUser> {
  const filter = { id: orderId, sort: 'newest', start: 0, limit: 1 } as const;
  const [order] = await listUserOrders(world, userId, filter);
  if (!order) throw new AppError('not_found');
  return order;
}

/** A customer's orders with every payment and refund; for staff who help them. */
export async function listUserOrders(
  world: CatalogueWorld,
  userId: number,
  filter: OrdersFilter,
): Promise<OrderOfUser[]> {
  const { db } = world;
  const rows = await listOrdersInFull(db, userId, filter);
  const orderIds = rows.map((row) => row.id);
  const orders = await toOrders(world, userId, rows);
  const attempts = await listAttemptsOf(db, orderIds);
  const refunds = await listRefundsOf(db, orderIds);
  const refundedLines = await listRefundedLines(db, orderIds);
  const lineIds = orders.flatMap(({ items }) => items.map(({ id }) => id));
  const standings = (await listStandings(db, lineIds)).filter((standing) => standing.userId === userId);
  const albums = await albumsById(
    world,
    standings.map(({ albumId }) => albumId),
    userId,
  );
  const people = await listPeople(
    db,
    attempts.map((attempt) => attempt.userId),
  );
  return orders.map((order) =>
    toWireOrderOfUser(order, { attempts, refunds, refundedLines, standings, albums, people }),
  );
}
