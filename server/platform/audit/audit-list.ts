import { type RawBuilder, type Selectable, sql } from 'kysely';
import { historyList } from '#contract/lists/history.ts';
import type { FilterValues, RowOf } from '#contract/lists/list.ts';
import type { AuditLog } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import { type ListSource, sortPart, sqlList, whereAll } from '#server/platform/lists/list-source.ts';
import { type ExportFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { READ_ACTION } from './audit.ts';

export type AuditRow = Selectable<AuditLog>;
type History = typeof historyList;

/** The history of a user includes changes to what belongs to the user: such entries name the user in `before`. */
export type AuditScope = { userId: number } | { subjects: readonly string[] };

function isInScope(scope: AuditScope): RawBuilder<boolean> {
  if ('subjects' in scope) return sql`subject = any (${scope.subjects})`;
  return sql`(subject = ${`user:${scope.userId}`} or before ->> 'userId' = ${String(scope.userId)})`;
}

/** The audit log as a list, newest first. */
export function auditSource(
  scopeOf: (filters: FilterValues<History>) => AuditScope,
  toRows: (rows: AuditRow[], db: Db) => Promise<RowOf<History>[]>,
): ListSource<History> {
  return sqlList(historyList, {
    from: sql`audit_log`,
    select: sql`audit_log.*`,
    id: sortPart('audit_log.id', 'bigint'),
    sorts: { created_at: [] },
    where: (filters) => [
      isInScope(scopeOf(filters)),
      ...(filters.who === undefined ? [] : [sql<boolean>`actor_id = ${filters.who}`]),
      filters.what ? sql<boolean>`action = ${filters.what}` : sql<boolean>`action <> ${READ_ACTION}`,
    ],
    toRows,
  });
}

/** Every kind of action in the scope, with each person who did it. */
export async function listAuditKinds(db: Db, scope: AuditScope) {
  const { rows } = await sql<Pick<AuditRow, 'actorId' | 'action'>>`
    select distinct actor_id, action from audit_log ${whereAll([isInScope(scope)])}`.execute(db);
  return rows;
}

const MAX_VALUE_LENGTH = 300;

type AuditChange = { field: string; before: string; after: string };

export function auditChanges(entry: { before: unknown; after: unknown }): AuditChange[] {
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: valueText(before[field]), after: valueText(after[field]) }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Bounds what is answered of a long text. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words.slice(0, MAX_VALUE_LENGTH);
}

/** Changes to a person's account and data, without the names of staff. What they did to others is listed without its content. */
export async function* exportAudit({ db }: { db: Db }, userId: number): AsyncGenerator<ExportFile> {
  const isTheirs = sql<boolean>`(subject = ${`user:${userId}`} or before ->> 'userId' = ${String(userId)})`;
  const contentOf = (column: 'before' | 'after') =>
    sql<unknown>`case when ${isTheirs} then ${sql.ref(column)} end`.as(column);
  yield* jsonFiles('changes-on-record', async (afterId, limit) => {
    const rows = await db
      .selectFrom('auditLog')
      .select(['id', 'action', contentOf('before'), contentOf('after'), 'createdAt'])
      .select(sql<boolean>`actor_id is not distinct from ${userId}`.as('byYou'))
      .where((eb) => eb.or([isTheirs, eb('actorId', '=', userId)]))
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows;
  });
}
