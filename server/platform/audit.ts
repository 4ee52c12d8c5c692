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
  await db
    .insertInto('auditLog')
    .values({ ...entry, before: asJson(entry.before), after: asJson(entry.after) })
    .execute();
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
