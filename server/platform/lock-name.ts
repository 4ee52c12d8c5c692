import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Held until the transaction ends; a second transaction that asks for the same name waits. */
export async function lockName(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
