import { type Kysely, sql } from 'kysely';

/** Reports over many customers read these columns from the index alone, because the rows are wide. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index entitlements_of_owner on entitlements (user_id, album_id) include (created_at)
      where image_id is null`.execute(db);
  await sql`
    create index user_found_albums_owner on user_found_albums (id) include (user_id, album_id)`.execute(db);
  await sql`create index albums_published on albums (id) include (published_at)`.execute(db);
  await sql`
    create index payment_attempts_paid on payment_attempts (order_id) include (user_id, facial, mode)
      where state = 'succeeded'`.execute(db);
}
