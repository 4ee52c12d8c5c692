import type { Db } from '#server/platform/database.ts';
import { listFirstNames } from './accounts.queries.ts';

/** Other customers may see only the first name. */
export async function firstNamesOf(db: Db, userIds: number[]): Promise<Map<number, string>> {
  const rows = await listFirstNames(db, userIds);
  return new Map(rows.map((row) => [row.id, row.firstName]));
}
