import type { Db } from '#server/platform/database.ts';
import { findPlacedFrame } from './frames-of-passes.queries.ts';
import { folderOf } from './image-records.ts';

export { countFrameStates, type FrameRow, listFrames } from './frames-of-passes.queries.ts';

/** Returns the folder of a frame that came by one of these passes. */
export async function findFrameFolder(
  db: Db,
  passIds: readonly number[],
  imageId: number,
): Promise<string | undefined> {
  const frame = await findPlacedFrame(db, passIds, imageId);
  return frame && folderOf(frame);
}
