import type { Tx } from '#server/context.ts';
import { prepareOwned } from '#server/modules/catalogue/prepare-soon.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import { dropFromCart } from '#server/modules/orders/cart/cart.ts';
import { grant } from '#server/modules/orders/entitlements.ts';
import { deliverGiftSoon, mailGiftJob } from '#server/modules/orders/gifts/job-definitions.ts';
import { type LineRow, listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import { sendReceiptJob } from '#server/modules/orders/receipts/mail.ts';
import { tell } from '#server/platform/live/tell.ts';

/** Gives everything in a paid order to one of its buyers. The buyer of a gift gets the receipt only. */
export async function deliverOrder(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  { order, userId }: { order: OrderRow; userId: number },
): Promise<void> {
  const { db, queue } = tx;
  const { id: orderId, key: orderKey } = order;
  if (order.isGift) {
    await deliverGiftSoon(tx, order);
    await queue.enqueue(db, mailGiftJob, { orderId });
    await tell(db, { to: userId, kind: 'order', subject: orderKey });
  } else {
    await giveLines(tx, { lines: await listLines(db, [orderId]), orderKey, userId });
  }
  await queue.enqueue(db, sendReceiptJob, { orderId, userId });
}

export async function giveLines(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  { lines, orderKey, userId }: { lines: LineRow[]; orderKey: string; userId: number },
): Promise<void> {
  for (const { id: orderLineId, albumId, imageId } of lines) {
    await grant(tx.db, { userId, albumId, imageId, orderLineId, createdAt: tx.clock.now() });
  }
  for (const albumId of new Set(lines.map((line) => line.albumId)))
    await keepBoughtAlbum(tx, userId, albumId);
  await dropFromCart(tx.db, userId, lines);
  for (const line of lines) await prepareOwned(tx, line);
  await tell(
    tx.db,
    { to: userId, kind: 'order', subject: orderKey },
    { to: userId, kind: 'albums' },
    { to: userId, kind: 'downloads' },
  );
}
