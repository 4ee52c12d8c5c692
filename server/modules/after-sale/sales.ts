import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { showOrders } from '#server/modules/group-orders/show-order.ts';
import { listLineEntitlements } from '#server/modules/orders/entitlements.ts';
import { listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { listDisputes } from './evidence.ts';
import { listReturnedRefunds, listWaitingRequests } from './refunds.queries.ts';
import {
  findOrderOf,
  listAlbumIdsOf,
  listAttemptsOf,
  listOrdersOf,
  listRefundedLines,
  listRefundsOf,
  listSales,
  sumSales,
  userOrderListSource,
} from './sales.queries.ts';
import { toWireOrderOfUser, toWireSale } from './sales.wire.ts';
import { listUnbookedOf } from './unbooked.ts';

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
  const albumIds = entitlements.map(({ albumId }) => albumId);
  const albums = await findSoldAlbums(db, albumIds);
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

const MAX_LISTED = 50;

/** A short list for staff who help the customer. */
export async function listCustomerOrders({ db }: Pick<Tx, 'db'>, userId: number) {
  const orders = await listOrdersOf(db, userId, MAX_LISTED);
  const orderIds = orders.map((order) => order.id);
  const lines = await listLines(db, orderIds);
  const albumIds = lines.map((line) => line.albumId);
  const albums = await findSoldAlbums(db, albumIds);
  return orders.map((order) => {
    const own = lines.filter((line) => line.orderId === order.id);
    const title = albums.get(own[0]?.albumId ?? 0)?.teamName ?? 'Order';
    return {
      id: order.id,
      status: order.state as string,
      total: order.amountCents,
      created_at: toIso(order.createdAt),
      title: own.length > 1 ? `${title} and ${own.length - 1} more` : title,
    };
  });
}

type Sales = ResponseOf<typeof albumAdministrationEndpoints.albumSales>;

/** A purchase that was swapped counts as a sale of the album it was swapped to. */
export async function listAlbumSales(
  tx: Pick<Tx, 'db' | 'log' | 'payments'>,
  { albumId, ...page }: { albumId: number; start: number; limit: number },
): Promise<Sales> {
  const { db, payments } = tx;
  const of = { albumId, mode: payments.mode };
  const rows = await listSales(db, { ...of, ...page });
  const albums = await findSoldAlbums(db, [albumId, ...rows.map((row) => row.albumId)]);
  if (!albums.has(albumId)) throw new AppError('not_found');
  const { total, paidCents, refundedCents } = await sumSales(db, of);
  const lineIds = rows.map((row) => row.id);
  const entitlements = await listLineEntitlements(db, lineIds);
  const userIds = [...rows, ...entitlements].map(({ userId }) => userId);
  const people = await listPeople(db, userIds);
  const orderIds = rows.map((row) => row.orderId);
  const refunded = await listRefundedLines(db, orderIds);
  const { download_limit: downloadLimit } = await getSettings(tx);
  const parts = {
    people,
    entitlements,
    refundedOf: new Map(refunded.map((line) => [line.orderLineId, line])),
    titleOf: (id: number) => albums.get(id)?.title ?? '',
    downloadLimit,
  };
  return {
    sales: rows.map((row) => toWireSale(row, albumId, parts)),
    total,
    paid: paidCents,
    refunded: refundedCents,
  };
}
