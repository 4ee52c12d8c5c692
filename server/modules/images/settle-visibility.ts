import type { Context } from '#server/context.ts';
import { settleNow } from './derivatives-placement.ts';
import { findReadyImages, folderOf } from './image-records.ts';

/**
 * Makes a hidden picture's old addresses dead (or a shown one's alive) before the call is answered, so that no
 * token given out earlier opens it. The job of the same transaction does it again should this fail.
 */
export async function settleVisibility(context: Context, imageId: number): Promise<void> {
  const [image] = await findReadyImages(context.db, [imageId]);
  if (!image?.albumUuid) return;
  const oldFolder = folderOf(image) === image.trayUuid ? image.albumUuid : image.trayUuid;
  try {
    await settleNow(context, { imageIds: [imageId], oldFolder });
  } catch (error) {
    context.log.error({ err: error, imageId }, 'a picture is not where it belongs yet');
  }
}
