import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { eraseAuditContent, patternsOf } from '#server/platform/personal-data/erase-traces.ts';

const ERASED_REASON = '(The reason was erased with the account.)';

type Leaver = { userId: number; email: string; phoneNumber: string | null; name: string };

/**
 * That a picture was traced stays on record. Staff wrote the reason in their own words, so it goes with the account that
 * was found or that it mentions, here and in the audit log. Call it before the account is deleted.
 */
export async function eraseReasonsOf(db: Db, { userId, email, phoneNumber, name }: Leaver): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update traces set reason = ${ERASED_REASON}
    where lower(reason) like any (${patternsOf([email, phoneNumber, name])})
      or id in (select trace_id from trace_findings where user_id = ${userId})
    returning id`.execute(db);
  await eraseAuditContent(
    db,
    rows.map(({ id }) => `trace:${id}`),
  );
}
