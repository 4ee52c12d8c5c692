import type { AuditRecord, HistoryPage, HistoryQuery } from '#contract/entities/audit-entry.ts';
import { type AuditRow, type AuditScope, listAudit, listAuditKinds } from '#server/platform/audit.ts';
import { auditChanges } from '#server/platform/audit-changes.ts';
import type { Db } from '#server/platform/database.ts';
import { toIso } from '#server/platform/timestamps.ts';
import { listPeople, type Person } from './list-people.ts';

const GONE = 'Deleted account';

type Wording = {
  changesOf?: (row: AuditRow) => AuditRecord['changes'];
  /** Actions that the system takes without a person. */
  byItself?: readonly string[];
};

/** Reads one page of the audit log, for every module that shows a history. */
export async function readHistory(
  db: Db,
  scope: AuditScope,
  { before, who, what, _limit: limit }: HistoryQuery,
  { changesOf = auditChanges, byItself = [] }: Wording = {},
): Promise<HistoryPage> {
  const filter = { beforeId: before, actorId: who, action: what, limit: limit + 1 };
  const [rows, kinds] = [await listAudit(db, scope, filter), await listAuditKinds(db, scope)];
  const actorIds = [...new Set(kinds.map(({ actorId }) => actorId))];
  const people = await listPeople(db, actorIds);
  const nameOf = ({ actorId, action }: AuditRow) =>
    people.get(actorId ?? 0)?.name ?? (byItself.includes(action) ? null : GONE);
  return {
    entries: rows.slice(0, limit).map((row) => ({
      id: row.id,
      action: row.action,
      subject: row.subject,
      actor_name: nameOf(row),
      created_at: toIso(row.createdAt),
      changes: changesOf(row),
    })),
    has_older: rows.length > limit,
    who: toWho(people),
    what: [...new Set(kinds.map(({ action }) => action))].sort(),
  };
}

function toWho(people: ReadonlyMap<number, Person>): HistoryPage['who'] {
  return [...people]
    .map(([id, { name }]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}
