import type { OrderOfUser } from '#contract/endpoints/user-administration.ts';
import type { CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import {
  listAttemptsOf,
  listOrdersInFull,
  listRefundedLines,
  listRefundsOf,
} from './customer-orders.queries.ts';
import { toOrders } from './get-order.ts';
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
  return orders.map((order) => toWireOrderOfUser(order, { attempts, refunds, refundedLines }));
}
