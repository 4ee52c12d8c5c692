import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add column producer_share_basis_points integer
      check (producer_share_basis_points between 0 and 10000)`.execute(db);
  await sql`
    create table cockpit_links (
      id integer generated always as identity primary key,
      event_id integer not null references events on delete cascade,
      label text not null check (length(label) between 1 and 80),
      token_hash bytea not null unique check (length(token_hash) = 32),
      ends_on date not null,
      made_by integer references users on delete set null,
      created_at timestamptz not null,
      last_opened_at timestamptz,
      ended_at timestamptz
    )`.execute(db);
  await sql`create index cockpit_links_of_event on cockpit_links (event_id, id desc)`.execute(db);
  await addUpOneEvent(db);
}

/** Figures of one event are asked for every few seconds, however much all others hold. */
async function addUpOneEvent(db: Kysely<unknown>): Promise<void> {
  await sql`create index order_lines_of_album on order_lines (album_id)`.execute(db);
  await sql`create index images_by_arrival on images (event_id, created_at) include (state)`.execute(db);
  await sql`create index ingest_batches_of_event on ingest_batches (event_id, created_at)`.execute(db);
}
