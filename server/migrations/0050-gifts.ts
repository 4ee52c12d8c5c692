import { type Kysely, sql } from 'kysely';

/**
 * An order may be a gift: whoever proves `gift_email` gets what was bought. `gift_delivered_at` is empty while something
 * still waits for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column is_gift boolean not null default false,
      add column gift_email citext check (length(gift_email) <= 254),
      add column gift_message text check (length(gift_message) <= 300),
      add column gift_user integer references users,
      add column gift_delivered_at timestamptz,
      add check (is_gift or (gift_email is null and gift_message is null and gift_user is null)),
      add check (not (is_gift and is_pool))`.execute(db);
  await sql`create index orders_gift_email on orders (gift_email) where gift_email is not null`.execute(db);
  await sql`create index orders_gift_user on orders (gift_user) where gift_user is not null`.execute(db);
}
