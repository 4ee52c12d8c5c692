import { albumsById, type CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import { listLines } from '#server/modules/orders/order/orders.queries.ts';
import { toIso } from '#server/platform/timestamps.ts';
import { listOrdersOf } from './customer-orders.queries.ts';

const MOST_LISTED = 50;

/** A customer's orders at a glance, in every state, newest first; for staff who help them. */
export async function listCustomerOrders(world: CatalogueWorld, userId: number) {
  const orders = await listOrdersOf(world.db, userId, MOST_LISTED);
  const lines = await listLines(
    world.db,
    orders.map((order) => order.id),
  );
  const albumIds = lines.map((line) => line.albumId);
  const albums = await albumsById(world, albumIds, userId);
  return orders.map((order) => {
    const own = lines.filter((line) => line.orderId === order.id);
    const [first] = own;
    const album = first && albums.get(first.albumId)?.album;
    const title = album ? `${album.program_name} ${album.team_name}`.trim() : 'Order';
    return {
      id: order.id,
      status: order.state as string,
      total: order.totalCents,
      created_at: toIso(order.createdAt),
      title: own.length > 1 ? `${title} and ${own.length - 1} more` : title,
    };
  });
}
