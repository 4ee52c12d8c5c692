import { sql } from 'kysely';
import type { Db } from './database.ts';

export type AuditEntry = {
  /** Null means that the system did it. */
  actorId: number | null;
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
};

/** Call this in the transaction of every staff action on a customer's data, money or photos. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await recordAudits(db, [entry]);
}

export async function recordAudits(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('auditLog')
    .values(entries.map((entry) => ({ ...entry, before: asJson(entry.before), after: asJson(entry.after) })))
    .execute();
}

/** The history of a user includes entries about their belongings, which name the user in `before`. */
export type AuditScope = { userId: number } | { subjects: readonly string[] };

export type AuditFilter = {
  beforeId?: number | undefined;
  actorId?: number | undefined;
  action?: string | undefined;
  limit: number;
};

function selectAudit(db: Db, scope: AuditScope) {
  const log = db.selectFrom('auditLog');
  if ('subjects' in scope) return log.where('subject', 'in', scope.subjects);
  return log.where((eb) =>
    eb.or([
      eb('subject', '=', `user:${scope.userId}`),
      eb(sql<string>`before ->> 'userId'`, '=', String(scope.userId)),
    ]),
  );
}

export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number];

export function listAudit(db: Db, scope: AuditScope, { beforeId, actorId, action, limit }: AuditFilter) {
  let entries = selectAudit(db, scope).selectAll();
  if (beforeId !== undefined) entries = entries.where('id', '<', beforeId);
  if (actorId !== undefined) entries = entries.where('actorId', '=', actorId);
  if (action !== undefined) entries = entries.where('action', '=', action);
  return entries.orderBy('id', 'desc').limit(limit).execute();
}

export function listAuditKinds(db: Db, scope: AuditScope) {
  return selectAudit(db, scope).select(['actorId', 'action']).distinct().execute();
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
