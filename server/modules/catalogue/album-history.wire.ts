import type { AuditRecord } from '#contract/entities/audit-entry.ts';
import type { AuditRow } from '#server/platform/audit.ts';
import { auditChanges } from '#server/platform/audit-changes.ts';
import { toIso } from '#server/platform/timestamps.ts';

/** Follows from other things, or never changes. */
const NO_NEWS = new Set(['id', 'uuid', 'eventId', 'cover', 'imagesCount', 'createdAt']);
const MOMENTS = new Set(['plannedAt', 'publishedAt']);

export function toWireAlbumChanges(row: AuditRow): AuditRecord['changes'] {
  return auditChanges(row)
    .filter(({ field }) => !NO_NEWS.has(field))
    .map(({ field, before, after }) => ({
      field,
      before: onWire(field, before),
      after: onWire(field, after),
    }));
}

/** Kept as the database wrote it. */
function onWire(field: string, value: string): string {
  return MOMENTS.has(field) && value ? toIso(value) : value;
}
