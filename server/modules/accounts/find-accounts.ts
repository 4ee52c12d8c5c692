import type { Db } from '#server/platform/database.ts';
import { listIdsByEmail } from './accounts.queries.ts';

/** Which of the addresses have an account. Never told to anyone: others must not learn it. */
export async function accountsByEmail(db: Db, emails: string[]): Promise<Map<string, number>> {
  const rows = await listIdsByEmail(db, emails);
  return new Map(rows.map((row) => [row.email.toLowerCase(), row.id]));
}
