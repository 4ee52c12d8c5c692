import { type Kysely, sql } from 'kysely';

/** An order of several photos that was placed without a cart is found again by a hash of its photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column single_photos text check (length(single_photos) = 64)`.execute(db);
  await sql`
    create unique index orders_one_open_photos on orders (user_id, single_photos) where state = 'open'`.execute(
    db,
  );
}
