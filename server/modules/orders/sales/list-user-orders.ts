import type { OrderOfUser } from '#contract/endpoints/user-administration.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { listLineEntitlements } from '#server/modules/orders/order/entitlements.queries.ts';
import { showOrders } from '#server/modules/orders/order/get-order.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  listAlbumIdsOf,
  listAttemptsOf,
  listOrdersInFull,
  listRefundedLines,
  listRefundsOf,
  type OrdersFilter,
} from './customer-orders.queries.ts';
import { toWireOrderOfUser } from './customer-orders.wire.ts';

export async function getUserOrder(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<OrderOfUser> {
  const filter = { id: orderId, sort: 'newest', start: 0, limit: 1 } as const;
  const [order] = await listUserOrders(tx, userId, filter);
  if (!order) throw new AppError('not_found');
  return order;
}

/** Lists a customer's orders with every payment and refund, for staff. */
export async function listUserOrders(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  userId: number,
  { text = '', ...filter }: Omit<OrdersFilter, 'search'> & { text?: string | undefined },
): Promise<OrderOfUser[]> {
  const { db } = tx;
  const words = text.split(/\s+/).filter(Boolean);
  const search = words.length > 0 ? await searchAlbums(db, userId, words) : undefined;
  const rows = await listOrdersInFull(db, userId, { ...filter, search });
  const orderIds = rows.map((row) => row.id);
  const orders = await showOrders(tx, userId, rows);
  const attempts = await listAttemptsOf(db, orderIds);
  const refunds = await listRefundsOf(db, orderIds);
  const refundedLines = await listRefundedLines(db, orderIds);
  const lineIds = orders.flatMap(({ items }) => items.map(({ id }) => id));
  const entitlements = (await listLineEntitlements(db, lineIds)).filter((one) => one.userId === userId);
  const albums = await findSoldAlbums(
    db,
    entitlements.map(({ albumId }) => albumId),
  );
  const people = await listPeople(
    db,
    attempts.map((attempt) => attempt.userId),
  );
  return orders.map((order) =>
    toWireOrderOfUser(order, { attempts, refunds, refundedLines, entitlements, albums, people }),
  );
}

/** Finds the customer's albums whose names contain every word. */
async function searchAlbums(db: Db, userId: number, words: string[]) {
  const albums = await findSoldAlbums(db, await listAlbumIdsOf(db, userId));
  const matching = [...albums.values()].filter(({ title }) =>
    words.every((word) => title.toLowerCase().includes(word.toLowerCase())),
  );
  return { text: words.join(' '), albumIds: matching.map(({ albumId }) => albumId) };
}
