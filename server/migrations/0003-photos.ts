import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events
      add column time_zone text not null default 'UTC' check (length(time_zone) <= 60),
      add column auto_publish boolean not null default true,
      add column tray_uuid uuid not null unique default gen_random_uuid()`.execute(db);
  await sql`
    alter table albums
      add column images_count integer not null default 0 check (images_count >= 0),
      add column cover jsonb not null default '[]'`.execute(db);

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
  await keepCovers(db);
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

/**
 * An album's cover (first, middle and last picture by time, as the wire has them) lies in its row: lists show
 * thousands of albums. Looking it up is three index reads; it is done when the pictures of an album change.
 */
async function keepCovers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function album_cover(album integer) returns jsonb language sql stable as $$
      with visible as not materialized (
        select id, width, height, placeholder, captured_at from images
        where album_id = album and state = 'ready' and hidden_at is null),
      first as (select * from visible order by captured_at, id limit 1),
      last as (select * from visible order by captured_at desc, id desc limit 1),
      middle as (
        select * from visible
        where captured_at >= (select first.captured_at + (last.captured_at - first.captured_at) / 2 from first, last)
          and id not in (select id from first union all select id from last)
        order by captured_at, id limit 1),
      cover as (select * from first union select * from middle union select * from last)
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'width', width, 'height', height, 'placeholder', placeholder,
        'captured_at', to_char(captured_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by captured_at, id), '[]')
      from cover
    $$`.execute(db);
  await sql`
    create function refresh_covers() returns trigger language plpgsql as $$
    declare changed integer[];
    begin
      if tg_op = 'INSERT' then
        changed := array(select distinct album_id from new_images where state = 'ready');
      elsif tg_op = 'DELETE' then
        changed := array(select distinct album_id from old_images where state = 'ready');
      else
        changed := array(
          select distinct unnest(array[o.album_id, n.album_id]) from old_images o join new_images n using (id)
          where (o.album_id, o.state, o.hidden_at, o.captured_at, o.width, o.height, o.placeholder)
            is distinct from (n.album_id, n.state, n.hidden_at, n.captured_at, n.width, n.height, n.placeholder));
      end if;
      -- Not FOR UPDATE: that waits for every other writer of an image of the album, and they for this one.
      perform from albums where id = any (changed) order by id for no key update;
      update albums set cover = album_cover(id) where id = any (changed) and cover <> album_cover(id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger images_inserted after insert on images referencing new table as new_images
      for each statement execute function refresh_covers()`.execute(db);
  await sql`
    create trigger images_deleted after delete on images referencing old table as old_images
      for each statement execute function refresh_covers()`.execute(db);
  await sql`
    create trigger images_updated after update on images
      referencing old table as old_images new table as new_images
      for each statement execute function refresh_covers()`.execute(db);
}
