import { z } from 'zod';
import { areVariants, readPairHeader } from '#engines/watermark/variants.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { markPreview } from './derivatives.ts';
import { derivativeKey } from './image-keys.ts';
import { findReadyImages, folderOf, lockReadyImages } from './image-records.ts';
import { listWithoutVariants, setTraceKey } from './mark-old-previews.queries.ts';
import { arePhotosWaiting } from './marks.queries.ts';
import { newestTraceKey } from './trace-keys.ts';

const PHOTOS_PER_RUN = 300;

export const markOldPreviewsJob = defineJob({
  name: 'images.mark-old-previews',
  payload: z.object({}),
  concurrency: 1,
  expireSeconds: 300,
});

/**
 * Turns previews from before variants into variants; until then they are served as they are. Each photo records its key, so
 * an interrupted run continues where it stopped. Stops while new photos are waiting, because people wait for those.
 */
export async function markOldPreviews(context: Context, signal: AbortSignal): Promise<void> {
  for (const imageId of await listWithoutVariants(context.db, PHOTOS_PER_RUN)) {
    signal.throwIfAborted();
    if (await arePhotosWaiting(context.db)) return;
    await markOldPreview(context, imageId);
  }
}

/** The variants is made before the photo is locked, and written only if the preview is still the same. */
async function markOldPreview(context: Context, imageId: number): Promise<void> {
  const { storage, traceKeys } = context;
  const [image] = await findReadyImages(context.db, [imageId]);
  if (!image) return;
  const key = derivativeKey(folderOf(image), imageId, 'preview');
  const stored = await storage.read(key);
  const marked =
    stored && !areVariants(stored)
      ? markPreview(stored, { traceKey: newestTraceKey(traceKeys), imageId })
      : undefined;
  await inTransaction(context, async ({ db }) => {
    const [current] = await lockReadyImages(db, [imageId]);
    if (!current || folderOf(current) !== folderOf(image)) return;
    const latest = await storage.read(key);
    if (latest && areVariants(latest)) return setTraceKey(db, imageId, readPairHeader(latest).keyId);
    if (!latest || !stored || !marked) return setTraceKey(db, imageId, '');
    if (!latest.equals(stored)) return;
    if (marked.traceKey !== '') await storage.put(key, marked.preview);
    await setTraceKey(db, imageId, marked.traceKey);
  });
}
