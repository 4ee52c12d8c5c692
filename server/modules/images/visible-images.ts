import type { Db } from '#server/platform/database/database.ts';
import { listAlbumIds, selectVisibleImages } from './images.queries.ts';

/** Images that customers may see, as a subquery for other modules. */
export function visibleImages(db: Db, albumIds: readonly number[]) {
  return selectVisibleImages(db, albumIds);
}

/** Maps each image, visible or not, to its album. */
export async function findAlbumsOfImages(
  db: Db,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  const rows = await listAlbumIds(db, imageIds);
  return new Map(rows.map(({ id, albumId }) => [id, albumId] as const));
}
