import { type Kysely, sql } from 'kysely';

/** Reports ask for what happened between two moments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_entries_by_time on ledger_entries (created_at)`.execute(db);
  await sql`create index orders_by_payment on orders (paid_at) where paid_at is not null`.execute(db);
  await sql`create index user_album_views_by_time on user_album_views (created_at)`.execute(db);
  await sql`create index pools_by_opening on pools (created_at)`.execute(db);
}
