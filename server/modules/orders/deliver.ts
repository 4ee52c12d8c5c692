import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { prepareOwned } from '#server/modules/catalogue/prepare-soon.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import type { Db } from '#server/platform/database/database.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { dropOwned } from './cart.ts';
import { grant } from './entitlements.ts';
import { type LineRow, listLines, type OrderRow } from './orders.ts';

const ofOrder = z.object({ orderId: z.int() });

/**
 * Gives the recipient what still waits for them. It is a job because the caller holds the lock on the buyer's purchases:
 * two people who give to each other at once would wait for each other's locks forever.
 */
export const deliverGiftJob = defineJob({ name: 'orders.deliver-gift', payload: ofOrder });
export const mailGiftJob = defineJob({ name: 'orders.mail-gift', payload: ofOrder });

export async function deliverGiftSoon(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  order: { id: number; isGift: boolean },
): Promise<void> {
  if (order.isGift) await queue.enqueue(db, deliverGiftJob, { orderId: order.id });
}

export const sendReceiptJob = defineJob({
  name: 'orders.send-receipt',
  payload: z.object({ orderId: z.int(), userId: z.int().optional() }),
});

/** Gives everything in a paid order to one of its buyers. The buyer of a gift gets the receipt only. */
export async function deliverOrder(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  { order, userId }: { order: OrderRow; userId: number },
): Promise<void> {
  const { db, queue } = tx;
  const { id: orderId, key: orderKey } = order;
  const lines = await listLines(db, [orderId]);
  if (order.isGift) {
    await deliverGiftSoon(tx, order);
    await queue.enqueue(db, mailGiftJob, { orderId });
    await publishLive(db, { to: userId, kind: 'order', subject: orderKey });
  } else {
    await giveLines(tx, { lines, orderKey, userId });
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
  await dropOwned(tx.db, userId, lines);
  for (const line of lines) await prepareOwned(tx, line);
  await publishDelivery(tx.db, userId, orderKey);
}

/** Updates the open pages of somebody who gained or lost an entitlement. */
export async function publishDelivery(db: Db, to: number, orderKey: string): Promise<void> {
  const order = { to, kind: 'order', subject: orderKey } as const;
  await publishLive(db, order, { to, kind: 'albums' }, { to, kind: 'downloads' });
}
