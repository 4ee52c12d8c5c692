import { type RawBuilder, sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toCamelCase } from '#server/platform/http/wire-names.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { type AuditEntry, recordAudit } from './audit.ts';
import { valueText } from './audit-list.ts';

// The version of something that staff edit is the id of its latest change in the audit log. Whoever changes a subject
// holds the lock of its row until the end of the transaction, so the ids of its changes follow each other as they commit.
// Entries without before or after, such as reads, are no changes and may be written without the lock.

/** Bounds the work for a form that was open for months; one conflicting entry is enough to refuse the save. */
const MAX_ENTRIES = 200;

/** Add it to the query that reads the versioned values. */
export function selectVersion(subject: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`coalesce((select max(change.id) from audit_log change
    where change.subject = ${subject} and change.before is not null and change.after is not null), 0)`;
}

/** Read it before the values it belongs to, or while their row is locked. */
export async function versionOf(db: Db, subject: string): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`select ${selectVersion(sql`${subject}`)} as version`.execute(db);
  return rows[0]?.version ?? 0;
}

export async function hasChangedSince(db: Db, subjects: string[], since: Date): Promise<boolean> {
  const change = await db
    .selectFrom('auditLog')
    .select('id')
    .where('subject', '=', anyOf(subjects))
    .where('before', 'is not', null)
    .where('after', 'is not', null)
    .where('createdAt', '>=', since.toISOString())
    .limit(1)
    .executeTakeFirst();
  return change !== undefined;
}

type Save = {
  subject: string;
  /** A caller who sends none overwrites what is there. */
  version: number | undefined;
  /** Undefined fields are not sent. */
  edit: object;
};

/**
 * Refuses a save of fields that somebody else has changed since `version`, and says who, when and what. Call it while the row
 * of the subject is locked, and record what is saved with `recordChange`.
 */
export async function checkVersion(db: Db, { subject, version, edit }: Save): Promise<void> {
  if (version === undefined) return;
  const sent = Object.entries(edit).filter(([, value]) => value !== undefined);
  // Some changes are recorded by the names of columns and others by those of the wire.
  const names = sent.flatMap(([field]) => [field, toCamelCase(field)]);
  const { rows } = await sql<{ before: Fields; after: Fields; createdAt: string; by: string | null }>`
    select before, after, audit_log.created_at, users.name as by
    from audit_log left join users on users.id = actor_id
    where subject = ${subject} and audit_log.id > ${version} and before is not null and after is not null
      and (before ?| ${names}::text[] or after ?| ${names}::text[])
    order by audit_log.id desc limit ${MAX_ENTRIES}`.execute(db);
  const changes = sent.flatMap(([field, mine]) => {
    for (const { before, after, by, createdAt } of rows) {
      const name = differingFields(before, after).find(
        (name) => name === field || name === toCamelCase(field),
      );
      if (name === undefined) continue;
      const theirs = after[name] ?? null;
      // Two people who made the same change agree.
      return isSame(theirs, mine) ? [] : [{ field, theirs: valueText(theirs), by, at: toIso(createdAt) }];
    }
    return [];
  });
  if (changes.length > 0) throw new AppError('changed_meanwhile', { details: { changes } });
}

/** Records the fields that differ; nothing if none does. */
export async function recordChange(
  db: Db,
  { before, after, ...entry }: AuditEntry & { before: object | undefined; after: object },
): Promise<void> {
  const change = changedFields(before ?? {}, after);
  if (change) await recordAudit(db, { ...entry, ...change });
}

/** Returns undefined if no field differs. */
export function changedFields(before: object, after: object) {
  const fields = differingFields(before as Fields, after as Fields);
  const pick = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
  return fields.length === 0 ? undefined : { before: pick(before), after: pick(after) };
}

type Fields = Record<string, unknown>;

function differingFields(before: Fields, after: Fields): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => !isSame(before[field], after[field]));
}

/** Objects are compared with their fields in order, because the database does not keep it. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one ?? null)) === JSON.stringify(ordered(other ?? null));
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, part]) => [key, ordered(part)]);
}
