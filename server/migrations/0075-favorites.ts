import { type Kysely, sql } from 'kysely';

/** Favorites belong to the account, so that they follow a customer to the next device. They go with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table favorites (
      user_id integer not null references users on delete cascade,
      image_id integer not null references images on delete cascade,
      created_at timestamptz not null,
      primary key (user_id, image_id)
    )`.execute(db);
  await sql`create index favorites_image on favorites (image_id)`.execute(db);
  await sql`create index favorites_created on favorites (created_at)`.execute(db);
}
