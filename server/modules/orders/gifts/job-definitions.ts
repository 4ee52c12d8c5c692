import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';

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
