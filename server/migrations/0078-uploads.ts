import { type Kysely, sql } from 'kysely';

/** Uploads under way, so that every process knows how far each has come and which request may write to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      id text primary key check (length(id) between 1 and 64),
      batch_id uuid not null,
      pass_id integer references photographer_passes on delete set null,
      uploaded_by integer references users on delete set null,
      file_name text not null check (length(file_name) between 1 and 255),
      size_bytes bigint not null check (size_bytes >= 0),
      offset_bytes bigint not null default 0 check (offset_bytes between 0 and size_bytes),
      created_at timestamptz not null,
      changed_at timestamptz not null,
      lock_holder uuid,
      locked_until timestamptz,
      is_lock_wanted boolean not null default false
    )`.execute(db);
  await sql`
    comment on column uploads.batch_id is 'no reference, because the stored pieces must be found when the batch is gone'`.execute(
    db,
  );
  await sql`create index uploads_by_change on uploads (changed_at)`.execute(db);
  await sql`
    create table upload_pieces (
      key text primary key check (length(key) <= 200),
      upload_id text not null references uploads on delete cascade,
      start_byte bigint not null check (start_byte >= 0),
      size_bytes integer not null check (size_bytes > 0),
      is_stored boolean not null default false
    )`.execute(db);
  await sql`
    comment on column upload_pieces.is_stored is 'false while it is being stored, and when another one replaced it'`.execute(
    db,
  );
  await sql`create index upload_pieces_of_upload on upload_pieces (upload_id, start_byte)`.execute(db);
  await sql`
    create unique index upload_pieces_once on upload_pieces (upload_id, start_byte) where is_stored`.execute(
    db,
  );
}
