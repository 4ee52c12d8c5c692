import { type Kysely, sql } from 'kysely';

/** Secret links by which a photographer uploads to one event without an account, and the photos that came by them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photographer_passes (
      id integer generated always as identity primary key,
      event_id integer not null references events on delete cascade,
      label text not null check (length(label) between 1 and 80),
      token_hash bytea not null unique check (length(token_hash) = 32),
      ends_on date not null,
      made_by integer references users on delete set null,
      created_at timestamptz not null,
      last_opened_at timestamptz,
      ended_at timestamptz,
      files_begun integer not null default 0 check (files_begun >= 0),
      bytes_begun bigint not null default 0 check (bytes_begun >= 0)
    )`.execute(db);
  await sql`
    comment on column photographer_passes.label is 'the name that the photos of the pass are credited to'`.execute(
    db,
  );
  await sql`create index photographer_passes_of_event on photographer_passes (event_id, id desc)`.execute(db);
  await sql`
    alter table ingest_batches add column pass_id integer references photographer_passes on delete set null`.execute(
    db,
  );
  await sql`
    alter table images add column pass_id integer references photographer_passes on delete set null`.execute(
    db,
  );
  await sql`create index images_of_pass on images (pass_id, id) where pass_id is not null`.execute(db);
  await sql`
    create index ingest_batches_of_pass on ingest_batches (pass_id) where pass_id is not null`.execute(db);
}
