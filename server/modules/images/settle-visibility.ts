import type { Context } from '#server/context.ts';
import { settleNow } from './derivatives-placement.ts';
import { findReadyImages, folderOf } from './image-records.ts';

/**
 * Moves the files of a hidden picture before the response, so that no token issued earlier opens it. If this fails, the
 * job enqueued with the change does it.
 */
export async function settleVisibility(context: Context, imageId: number): Promise<void> {
  const [image] = await findReadyImages(context.db, [imageId]);
  if (!image?.albumUuid) return;
  const oldFolder = folderOf(image) === image.trayUuid ? image.albumUuid : image.trayUuid;
  try {
    await settleNow(context, { imageIds: [imageId], oldFolder });
  } catch (error) {
    context.log.error({ err: error, imageId }, 'moving the files of a hidden or shown picture failed');
  }
}
