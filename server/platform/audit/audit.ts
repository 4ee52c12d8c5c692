import { sql } from 'kysely';
import { seesCustomers } from '#contract/lists/of-customers.ts';
import type { AuditAction } from '#contract/rules/audit-actions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';

/** A history leaves out reads unless someone asks for them, because there are so many. */
export const READ_ACTION = 'user.read';
const LIST_ACTION = 'users.list';

export type AuditEntry = {
  /** Null means that the system did it. */
  actorId: number | null;
  action: AuditAction;
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

export async function lastActionOn(db: Db, subject: string, field: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('auditLog')
    .select('action')
    .where('subject', '=', subject)
    .where(sql<boolean>`before ->> ${field} is distinct from after ->> ${field}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.action;
}

/** Returns whether the same person did the same to the same subject since then. */
export async function hasAudit(
  db: Db,
  { actorId, action, subject }: Pick<AuditEntry, 'actorId' | 'action' | 'subject'>,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('auditLog')
    .select('id')
    .where('subject', '=', subject)
    .where('action', '=', action)
    .where('actorId', '=', actorId)
    .where('createdAt', '>=', since.toISOString())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that staff saw a customer's data, at most once per hour for each of them. */
export async function recordRead(
  db: Db,
  { actorId, userId, part }: { actorId: number; userId: number; part: string },
): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({ actorId, action: READ_ACTION, subject: `user:${userId}`, after: JSON.stringify({ part }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records that staff saw a list with names and addresses of customers: one entry for each answer, not for each customer. */
export function recordListRead(
  db: Db,
  { actorId, filter, start = 0, rows }: { actorId: number; filter: object; start?: number; rows: number },
): Promise<void> {
  return recordAudit(db, { actorId, action: LIST_ACTION, subject: 'users', after: { filter, start, rows } });
}

/** For lists whose CSV file is audited, because it holds names of customers. */
export const recordExport =
  (db: Db, subject: 'users' | 'scraping-monitor' | 'photo-links' | 'payment-cases') =>
  (actor: Actor, filter: object) =>
    recordAudit(db, { actorId: actor.userId, action: `${subject}.export`, subject, after: { filter } });

/** Records that staff saw rows that name customers, at most once per hour, because most lists refresh by themselves. */
export async function recordListSeen(db: Db, actor: Actor, list: string, rows?: number): Promise<void> {
  if (rows === 0 || !seesCustomers(actor)) return;
  const { userId: actorId } = actor;
  await sql`
    insert into audit_log (actor_id, action, subject, after)
    select ${actorId}, ${LIST_ACTION}, ${`users:${list}`}, ${JSON.stringify({ list })}::jsonb
    where not exists (
      select from audit_log where subject = ${`users:${list}`} and actor_id = ${actorId}
        and action = ${LIST_ACTION} and created_at > now() - interval '1 hour')`.execute(db);
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
