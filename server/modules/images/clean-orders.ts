import type { Context } from '#server/context.ts';
import { preparePhotoSoon } from '#server/modules/catalogue/prepare-soon.ts';

export type CleanOrders = { order(imageId: number): Promise<void> };

/** A page asks for the same thumb again while its job waits, so one order counts for this long. */
const ORDER_MS = 60_000;
const MOST_ORDERS = 5_000;

/**
 * Enqueues the clean pictures of photos whose owners still get the watermarked ones. A failure is only logged, because
 * the picture itself can be sent.
 */
export function createCleanOrders(context: Pick<Context, 'db' | 'queue' | 'clock' | 'log'>): CleanOrders {
  const orderedAt = new Map<number, number>();
  return {
    async order(imageId) {
      const nowMs = context.clock.now().getTime();
      if (nowMs - (orderedAt.get(imageId) ?? 0) < ORDER_MS) return;
      if (orderedAt.size >= MOST_ORDERS) orderedAt.clear();
      orderedAt.set(imageId, nowMs);
      try {
        await preparePhotoSoon(context, imageId);
      } catch (error) {
        context.log.error({ err: error, imageId }, 'ordering a clean picture failed');
      }
    },
  };
}
