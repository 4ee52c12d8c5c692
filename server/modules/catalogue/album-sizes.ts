import type { Db } from '#server/platform/database.ts';
import { selectAlbumSizes } from './albums.queries.ts';

/** The number of visible images of every album, as a subquery for other modules. */
export function albumSizes(db: Db) {
  return selectAlbumSizes(db);
}
