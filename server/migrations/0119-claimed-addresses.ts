import { type Kysely, sql } from 'kysely';

/** A second registration of an address is an account of its own, whose `email` is a placeholder until it is verified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column claimed_email citext check (length(claimed_email) <= 254)`.execute(
    db,
  );
  await sql`create index users_claimed_email on users (claimed_email) where claimed_email is not null`.execute(
    db,
  );
}
