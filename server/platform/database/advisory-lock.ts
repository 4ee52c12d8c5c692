import { sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Held until the transaction ends. A second transaction that asks for the same name waits, unless both hold it as
 * shared.
 */
export async function advisoryLock(
  db: Db,
  name: string,
  mode: 'shared' | 'exclusive' = 'exclusive',
): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`select ${lock}(hashtextextended(${name}, 0))`.execute(db);
}
