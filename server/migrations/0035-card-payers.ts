import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index payment_attempts_paid_by on payment_attempts (user_id)
      where state = 'succeeded' and amount_cents > 0`.execute(db);
}
