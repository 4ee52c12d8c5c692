import type { AuditRecord } from '#contract/entities/audit-entry.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { listAuditOf } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { toWireAlbumAudit } from './album-history.wire.ts';
import { findAlbum } from './albums.queries.ts';
import { albumSubject } from './publish-album.ts';

const MOST_SHOWN = 200;

/** What staff did to an album: who, what, before and after. */
export async function albumHistory(db: Db, albumId: number): Promise<AuditRecord[]> {
  if (!(await findAlbum(db, albumId))) throw new AppError('not_found');
  const entries = await listAuditOf(db, albumSubject(albumId), MOST_SHOWN);
  const people = await listPeople(
    db,
    entries.map((entry) => entry.actorId),
  );
  return entries.map((entry) => toWireAlbumAudit(entry, people));
}
