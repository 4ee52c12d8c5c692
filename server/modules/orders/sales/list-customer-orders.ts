import type { Tx } from '#server/context.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { listLines } from '#server/modules/orders/orders.ts';
import { toIso } from '#server/platform/timestamps.ts';
import { listOrdersOf } from './customer-orders.queries.ts';

const MOST_LISTED = 50;

/** A short list for staff who help the customer. */
export async function listCustomerOrders({ db }: Pick<Tx, 'db'>, userId: number) {
  const orders = await listOrdersOf(db, userId, MOST_LISTED);
  const lines = await listLines(
    db,
    orders.map((order) => order.id),
  );
  const albums = await findSoldAlbums(
    db,
    lines.map((line) => line.albumId),
  );
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
