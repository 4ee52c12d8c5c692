import type { AuditRecord } from '#contract/entities/user.ts';
import { type AuditRow, auditChanges } from '#server/platform/audit/audit-list.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { findAlbum } from './albums.ts';
import { albumSubject } from './publish-album.ts';

/** Reads the history of an album from the audit log. */
export const albumHistory = {
  subjectsOf: (albumId: number) => [albumSubject(albumId)],
  check: async (db: Db, albumId: number) => {
    if (!(await findAlbum(db, albumId))) throw new AppError('not_found');
  },
  changesOf: toWireAlbumChanges,
};

/** These fields never change or follow from other changes. */
const HIDDEN_FIELDS = new Set(['id', 'uuid', 'eventId', 'cover', 'imagesCount', 'createdAt']);
const TIMESTAMPS = new Set(['plannedAt', 'publishedAt']);

function toWireAlbumChanges(row: AuditRow): AuditRecord['changes'] {
  return auditChanges(row)
    .filter(({ field }) => !HIDDEN_FIELDS.has(field))
    .map(({ field, before, after }) => ({
      field,
      before: onWire(field, before),
      after: onWire(field, after),
    }));
}

/** The audit log keeps timestamps in the database's format. */
function onWire(field: string, value: string): string {
  return TIMESTAMPS.has(field) && value ? toIso(value) : value;
}
