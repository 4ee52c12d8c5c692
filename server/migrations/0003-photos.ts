import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add column time_zone text not null default 'UTC' check (length(time_zone) <= 60),
      add column auto_publish boolean not null default true,
      add column tray_uuid uuid not null unique default gen_random_uuid()`.execute(db);
  await sql`alter table albums add column images_count integer not null default 0 check (images_count >= 0)`.execute(
    db,
  );

  await sql`
    create table images (
      id integer generated always as identity primary key,
      event_id integer not null references events,
      album_id integer references albums,
      content_hash bytea not null check (length(content_hash) = 32),
      crc32 bigint not null check (crc32 between 0 and 4294967295),
      size_bytes bigint not null check (size_bytes > 0),
      file_name text not null check (length(file_name) between 1 and 255),
      state text not null default 'received' check (state in ('received', 'ready', 'clock', 'failed')),
      failure text check (length(failure) <= 500),
      doubt text check (doubt in ('no_time', 'near_boundary', 'outside_schedule', 'no_schedule')),
      filed_by text not null default 'time' check (filed_by in ('time', 'upload', 'staff')),
      hidden_at timestamptz,
      width integer check (width > 0),
      height integer check (height > 0),
      placeholder text check (length(placeholder) <= 64),
      camera_time timestamptz,
      captured_at timestamptz,
      camera_serial text check (length(camera_serial) <= 100),
      photographer text check (length(photographer) <= 200),
      uploaded_by integer references users on delete set null,
      faces jsonb,
      created_at timestamptz not null default now(),
      processed_at timestamptz,
      unique (event_id, content_hash)
    )`.execute(db);
  await sql`comment on column images.camera_time is 'what the camera clock said; captured_at is corrected by the camera offset'`.execute(
    db,
  );
  await sql`create index images_of_album on images (album_id, captured_at, id) where state = 'ready'`.execute(
    db,
  );
  await sql`create index images_in_tray on images (event_id) where album_id is null and state = 'ready'`.execute(
    db,
  );
  await sql`create index images_of_camera on images (event_id, camera_serial)`.execute(db);
  await sql`create index images_waiting on images (id) where state = 'received'`.execute(db);

  await sql`
    create table cameras (
      event_id integer not null references events on delete cascade,
      serial text not null check (length(serial) <= 100),
      offset_seconds integer,
      calibrated_at timestamptz,
      primary key (event_id, serial)
    )`.execute(db);

  await sql`
    create table ingest_batches (
      id uuid primary key,
      event_id integer not null references events on delete cascade,
      album_id integer references albums,
      total_files integer not null check (total_files > 0),
      opened_by integer references users on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table ingest_files (
      id integer generated always as identity primary key,
      batch_id uuid not null references ingest_batches on delete cascade,
      upload_id text not null unique check (length(upload_id) <= 200),
      name text not null check (length(name) between 1 and 255),
      size_bytes bigint not null,
      outcome text not null check (outcome in ('image', 'duplicate', 'failed')),
      reason text check (length(reason) <= 500),
      image_id integer references images on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index ingest_files_of_batch on ingest_files (batch_id)`.execute(db);
  await sql`create index ingest_files_of_image on ingest_files (image_id)`.execute(db);
}
