import { type Kysely, sql } from 'kysely';

/** News about an album names it, so that its mail can show the cover, the number of photos and the price. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications add column album_id integer references albums on delete set null`.execute(
    db,
  );
  await sql`create index notifications_of_album on notifications (album_id) where album_id is not null`.execute(
    db,
  );
}
