import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { listDisputes } from '#server/modules/orders/disputes/list-disputes.ts';
import { listLineEntitlements } from '#server/modules/orders/entitlements.ts';
import { showOrders } from '#server/modules/orders/order/get-order.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import { listUnbookedOf } from '#server/modules/orders/payments/unbooked.queries.ts';
import { listWaitingRequests } from '#server/modules/orders/refunds/decide-refund.ts';
import { listReturnedRefunds } from '#server/modules/orders/refunds/settle-returned.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  findOrderOf,
  listAlbumIdsOf,
  listAttemptsOf,
  listRefundedLines,
  listRefundsOf,
  userOrderListSource,
} from './customer-orders.queries.ts';
import { toWireOrderOfUser } from './customer-orders.wire.ts';

export async function getUserOrder(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<OrderOfUser> {
  const row = await findOrderOf(tx.db, { userId, orderId });
  const [order] = row ? await showUserOrders(tx, userId, [row]) : [];
  if (!order) throw new AppError('not_found');
  return order;
}

export function userOrderSource(context: Pick<Tx, 'clock' | 'imageKeys'>) {
  return userOrderListSource({
    searchAlbums,
    toRows: (db, userId, rows) => showUserOrders({ ...context, db }, userId, rows),
  });
}

/** Shows a customer's orders with every payment and refund, for staff. */
async function showUserOrders(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  userId: number,
  rows: OrderRow[],
): Promise<OrderOfUser[]> {
  const { db } = tx;
  const orderIds = rows.map((row) => row.id);
  const orders = await showOrders(tx, userId, rows);
  const attempts = await listAttemptsOf(db, orderIds);
  const refunds = await listRefundsOf(db, orderIds);
  const refundedLines = await listRefundedLines(db, orderIds);
  const lineIds = orders.flatMap(({ items }) => items.map(({ id }) => id));
  const recipients = new Set(rows.flatMap(({ giftUser }) => giftUser ?? []));
  const entitlements = (await listLineEntitlements(db, lineIds)).filter(
    (one) => one.userId === userId || recipients.has(one.userId),
  );
  const albums = await findSoldAlbums(
    db,
    entitlements.map(({ albumId }) => albumId),
  );
  const requests = await listWaitingRequests(db, orderIds);
  const returned = await listReturnedRefunds(db, orderIds);
  const unbooked = await listUnbookedOf(db, orderIds);
  const disputes = await listDisputes(tx, orderIds);
  const people = await listPeople(db, [
    ...attempts.map((attempt) => attempt.userId),
    ...requests.map((request) => request.requestedBy),
    ...disputes.map(({ evidence }) => evidence?.sentBy ?? null),
  ]);
  return orders.map((order) =>
    toWireOrderOfUser(order, {
      userId,
      rows,
      attempts,
      refunds,
      refundedLines,
      requests,
      returned,
      unbooked,
      disputes,
      entitlements,
      albums,
      people,
    }),
  );
}

async function searchAlbums(db: Db, { userId, words }: { userId: number; words: string[] }) {
  const albums = await findSoldAlbums(db, await listAlbumIdsOf(db, userId));
  return [...albums.values()]
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word.toLowerCase())))
    .map(({ albumId }) => albumId);
}
