import type { Tx } from '#server/context.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import { prepareSoon } from '#server/modules/images/prepare-soon.ts';
import { dropFromCart } from '#server/modules/orders/cart/cart.queries.ts';
import { sendReceipt } from '#server/modules/orders/receipts/mail.ts';
import { tell } from '#server/platform/live/tell.ts';
import { grant } from './entitlements.queries.ts';
import { listLines, type OrderRow } from './orders.queries.ts';

/** What was paid for: all lines of the order, and a receipt. */
export async function giveToBuyer(tx: Tx, order: OrderRow, userId: number): Promise<void> {
  const lines = await listLines(tx.db, [order.id]);
  for (const { id: orderLineId, albumId, imageId } of lines) {
    await grant(tx.db, { userId, albumId, imageId, orderLineId });
    await keepBoughtAlbum(tx, userId, albumId);
  }
  const albumIds = lines.flatMap((line) => (line.imageId === null ? [line.albumId] : []));
  if (albumIds.length > 0) await dropFromCart(tx.db, userId, albumIds);
  for (const albumId of albumIds) await prepareSoon(tx, albumId);
  await tx.queue.enqueue(tx.db, sendReceipt, { orderId: order.id, userId });
  await tell(
    tx.db,
    { to: userId, kind: 'order', subject: order.key },
    { to: userId, kind: 'albums' },
    { to: userId, kind: 'downloads' },
  );
}
