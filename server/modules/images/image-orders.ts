import type { Context } from '#server/context.ts';
import { coverSoon } from '#server/modules/catalogue/covers.ts';
import { preparePhotoSoon } from '#server/modules/catalogue/prepare-soon.ts';
import { createCache } from '#server/platform/database/cache.ts';

export type ImageOrders = ReturnType<typeof createImageOrders>;

/** A page asks for the same picture again while its job waits, so one order counts for this long. */
const ORDER_MS = 60_000;
const MAX_ORDERS = 5_000;

/** Enqueues pictures that are missing. A failure is only logged, because another picture is sent meanwhile. */
export function createImageOrders(context: Pick<Context, 'db' | 'queue' | 'clock' | 'log'>) {
  const orders = createCache<string, { name: string }>({
    max: MAX_ORDERS,
    ttlMs: ORDER_MS,
    clock: context.clock,
  });

  async function order(name: string, enqueue: () => Promise<void>): Promise<void> {
    try {
      await orders.get(name, async () => {
        await enqueue();
        return { name };
      });
    } catch (error) {
      context.log.error({ err: error, name }, 'ordering a picture failed');
    }
  }

  return {
    /** Orders the clean thumb and preview of a photo. */
    orderClean: (imageId: number) => order(`photo ${imageId}`, () => preparePhotoSoon(context, imageId)),
    /** Orders the large pictures of an album's cover. */
    orderCovers: (albumId: number, isClean: boolean) =>
      order(`cover ${albumId} ${isClean}`, () => coverSoon(context, albumId, { isClean })),
  };
}
