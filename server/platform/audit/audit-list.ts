import { type RawBuilder, type Selectable, sql } from 'kysely';
import { historyList } from '#contract/lists/history.ts';
import type { FilterValues, RowOf } from '#contract/lists/list.ts';
import type { AuditLog } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import { type ListSource, sortPart, sqlList, whereAll } from '#server/platform/lists/list-source.ts';
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
