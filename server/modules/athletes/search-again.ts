import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { findFaceImage } from '#server/modules/images/image-faces.ts';
import { enqueueDetection } from './detect-faces.ts';
import { forgetScanned } from './scans.queries.ts';

/** Searches a photo again after it was turned, because its faces lie elsewhere now. Decisions of customers stay. */
export async function searchAgain(
  context: Context & { purchases: Purchases },
  imageId: number,
): Promise<void> {
  const image = await findFaceImage(context.db, imageId);
  if (!image) return;
  await inTransaction(context, async (tx) => {
    if (image.albumId !== null) await forgetScanned(tx.db, { albumId: image.albumId, imageId });
    await enqueueDetection({ ...context, ...tx }, imageId);
  });
}
