import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

/** Returns false if no month that is over has changed. */
export async function keepNext(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isKept: boolean }>`select keep_next(${now}) as is_kept`.execute(db);
  return rows[0]?.isKept ?? false;
}
