import { sql } from 'kysely';
import type { Db } from './database.ts';

export type AuditEntry = {
  actorId: number;
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
};

/** Every staff action that touches a customer's data, money or photos, in the transaction that does it. */
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

export type AuditRow = Awaited<ReturnType<typeof listAuditOfUser>>[number];

/** What was done to an account, and to what belongs to it: such entries name the user in `before`. */
export function listAuditOfUser(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('auditLog')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('subject', '=', `user:${userId}`),
        eb(sql<string>`before ->> 'userId'`, '=', String(userId)),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function listAuditOf(db: Db, subject: string, limit: number) {
  return db
    .selectFrom('auditLog')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
