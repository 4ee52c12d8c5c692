import { type Kysely, sql } from 'kysely';

/** Histories are read in pages, the newest entries first; orders of a customer are also those they paid a share of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index audit_log_by_subject`.execute(db);
  await sql`create index audit_log_by_subject on audit_log (subject, id desc)`.execute(db);
  await sql`create index payment_attempts_of_user on payment_attempts (user_id, order_id)`.execute(db);
}
