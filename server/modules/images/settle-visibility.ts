import type { Context } from '#server/context.ts';
import { settleNow } from './derivatives-placement.ts';
import { findReadyImages, folderOf } from './image-records.ts';

/** Above this number the jobs enqueued with the change move the files, within seconds; rights end at once anyway. */
const MAX_SETTLED_AT_ONCE = 40;
const AT_A_TIME = 8;

export async function settleSome(context: Context, imageIds: readonly number[]): Promise<void> {
  const left = [...new Set(imageIds)].slice(0, MAX_SETTLED_AT_ONCE);
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        await settleVisibility(context, next);
    }),
  );
}

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
