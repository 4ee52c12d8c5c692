import type { Db } from '#server/platform/database.ts';
import { listIdsByEmail } from './accounts.queries.ts';

export { selectUser } from './accounts.queries.ts';

/** Callers must not show the result: nobody may learn whether an address has an account. */
export async function accountsByEmail(db: Db, emails: string[]): Promise<Map<string, number>> {
  const rows = await listIdsByEmail(db, emails);
  return new Map(rows.map((row) => [row.email.toLowerCase(), row.id]));
}
