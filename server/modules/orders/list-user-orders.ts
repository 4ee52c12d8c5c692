import type { OrderOfUser } from '#contract/endpoints/user-administration.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { albumsById, type CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import {
  listAttemptsOf,
  listOrdersInFull,
  listRefundedLines,
  listRefundsOf,
} from './customer-orders.queries.ts';
import { toOrders } from './get-order.ts';
import { listStandings } from './line-standings.queries.ts';
import { toWireOrderOfUser } from './orders.wire.ts';

const MOST_LISTED = 200;

/** A customer's orders with every payment and refund; for staff who help them. */
export async function listUserOrders(world: CatalogueWorld, userId: number): Promise<OrderOfUser[]> {
  const { db } = world;
  const rows = await listOrdersInFull(db, userId, MOST_LISTED);
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
