import type { HistoryPage, HistoryQuery } from '#contract/entities/audit-entry.ts';
import { readHistory } from '#server/modules/accounts/read-history.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { toWireAlbumChanges } from './album-history.wire.ts';
import { findAlbum } from './albums.queries.ts';
import { albumSubject } from './publish-album.ts';
import { PUBLISHED_BY_ITSELF } from './publish-first-pictures.ts';

export async function albumHistory(db: Db, albumId: number, query: HistoryQuery): Promise<HistoryPage> {
  if (!(await findAlbum(db, albumId))) throw new AppError('not_found');
  return readHistory(db, { subjects: [albumSubject(albumId)] }, query, {
    changesOf: toWireAlbumChanges,
    byItself: [PUBLISHED_BY_ITSELF],
  });
}
