// Evidence for a disputed payment uses this record: when the person agreed to the terms, and from where they logged in.
import type { Db } from '#server/platform/database.ts';
import { listAgreements } from './accounts.queries.ts';
import { listLogIns } from './sessions.queries.ts';

export async function getAccessRecord(db: Db, userId: number) {
  return { agreements: await listAgreements(db, userId), logIns: await listLogIns(db, userId) };
}
