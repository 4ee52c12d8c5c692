import type { Db } from '#server/platform/database/database.ts';
import { folderOf } from './image-records.ts';
import { toWireImage } from './images.wire.ts';
import { type FramePage, findPlacedFrame, listFrameRows } from './images-of-passes.queries.ts';

export { countPassPhotoStates } from './images-of-passes.queries.ts';

export type FrameOfPass = Awaited<ReturnType<typeof listFrames>>[number];

export async function listFrames(db: Db, passIds: readonly number[], page: FramePage) {
  const rows = await listFrameRows(db, passIds, page);
  return rows.map((row) => ({ ...row, image: toWireImage(row) }));
}

/** Returns the folder of a frame that came by one of these passes. */
export async function findFrameFolder(
  db: Db,
  passIds: readonly number[],
  imageId: number,
): Promise<string | undefined> {
  const frame = await findPlacedFrame(db, passIds, imageId);
  return frame && folderOf(frame);
}
