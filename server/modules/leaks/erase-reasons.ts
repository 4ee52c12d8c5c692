import type { Db } from '#server/platform/database/database.ts';
import { eraseAuditContent, patternsOf } from '#server/platform/personal-data/erase-traces.ts';
import { forgetReasons } from './traces.queries.ts';

type Leaver = { userId: number; email: string; phoneNumber: string | null; name: string };

/**
 * That a picture was traced stays on record. Staff wrote the reason in their own words, so it goes with the account that
 * was found or that it mentions, here and in the audit log. Call it before the account is deleted.
 */
export async function eraseReasonsOf(db: Db, { userId, email, phoneNumber, name }: Leaver): Promise<void> {
  const traceIds = await forgetReasons(db, { userId, patterns: patternsOf([email, phoneNumber, name]) });
  await eraseAuditContent(
    db,
    traceIds.map((id) => `trace:${id}`),
  );
}
