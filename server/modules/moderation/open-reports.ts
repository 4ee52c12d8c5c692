import type { Db } from '#server/platform/database.ts';
import { listWaitingImages } from './moderation.queries.ts';

/** Tells which of these photos somebody has reported and staff have not yet decided on, or have removed. */
export async function listOpenReports(db: Db, imageIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (imageIds.length === 0) return new Set();
  return new Set((await listWaitingImages(db, imageIds)).map(({ imageId }) => imageId));
}
