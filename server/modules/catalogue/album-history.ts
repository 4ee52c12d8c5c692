import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { toWireAlbumChanges } from './album-history.wire.ts';
import { findAlbum } from './albums.queries.ts';
import { albumSubject } from './publish-album.ts';
import { PUBLISHED_BY_ITSELF } from './publish-first-pictures.ts';

/** How the history of an album is read from the audit log. */
export const albumHistory = {
  subjectsOf: (albumId: number) => [albumSubject(albumId)],
  check: async (db: Db, albumId: number) => {
    if (!(await findAlbum(db, albumId))) throw new AppError('not_found');
  },
  changesOf: toWireAlbumChanges,
  automaticActions: [PUBLISHED_BY_ITSELF],
};
