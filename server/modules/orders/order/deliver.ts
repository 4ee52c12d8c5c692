import type { Tx } from '#server/context.ts';
import { prepareSoon } from '#server/modules/catalogue/prepare-soon.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import { dropFromCart } from '#server/modules/orders/cart/cart.ts';
import { sendReceiptJob } from '#server/modules/orders/receipts/mail.ts';
import { tell } from '#server/platform/live/tell.ts';
import { grant } from './entitlements.queries.ts';
import { listLines, type OrderRow } from './orders.queries.ts';

/** Gives everything in a paid order to one of its buyers. */
export async function deliverOrder(
  tx: Pick<Tx, 'db' | 'queue'>,
  { order, userId }: { order: OrderRow; userId: number },
): Promise<void> {
  const lines = await listLines(tx.db, [order.id]);
  for (const { id: orderLineId, albumId, imageId } of lines) {
    await grant(tx.db, { userId, albumId, imageId, orderLineId });
  }
  for (const albumId of new Set(lines.map((line) => line.albumId)))
    await keepBoughtAlbum(tx, userId, albumId);
  const albumIds = lines.flatMap((line) => (line.imageId === null ? [line.albumId] : []));
  await dropFromCart(tx.db, userId, lines);
  for (const albumId of albumIds) await prepareSoon(tx, albumId);
  await tx.queue.enqueue(tx.db, sendReceiptJob, { orderId: order.id, userId });
  await tell(
    tx.db,
    { to: userId, kind: 'order', subject: order.key },
    { to: userId, kind: 'albums' },
    { to: userId, kind: 'downloads' },
  );
}
