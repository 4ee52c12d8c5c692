import type { AuditRecord } from '#contract/entities/audit-entry.ts';
import { listAuditOfUser } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { listPeople } from './list-people.ts';
import { toWireAudit } from './user-administration.wire.ts';

const MOST_SHOWN = 200;

export async function userHistory(db: Db, userId: number): Promise<AuditRecord[]> {
  const entries = await listAuditOfUser(db, userId, MOST_SHOWN);
  const people = await listPeople(
    db,
    entries.map((entry) => entry.actorId),
  );
  return entries.map((entry) => toWireAudit(entry, people));
}
