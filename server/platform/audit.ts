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

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
