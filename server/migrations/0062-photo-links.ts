import { type Kysely, sql } from 'kysely';

/** Secret links by which owners show chosen photos of one album to people without an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_links (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      album_id integer not null references albums on delete cascade,
      image_ids integer[] not null check (cardinality(image_ids) between 1 and 150),
      label text not null check (length(label) <= 80),
      token_hash bytea not null unique check (length(token_hash) = 32),
      allows_downloads boolean not null,
      created_at timestamptz not null,
      ends_at timestamptz not null,
      ended_at timestamptz,
      last_opened_at timestamptz
    )`.execute(db);
  await sql`create index photo_links_of_user on photo_links (user_id, id desc)`.execute(db);
  await sql`create index photo_links_of_album on photo_links (album_id)`.execute(db);
}
