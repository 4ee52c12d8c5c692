import { type Kysely, sql } from 'kysely';

/** What it takes to tell from a leaked preview to whom that copy was shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table images add column trace_key text check (length(trace_key) <= 64)`.execute(db);
  await sql`comment on column images.trace_key is 'the key of the marked pair; empty if the preview cannot be marked'`.execute(
    db,
  );
  await sql`create index images_without_pair on images (id) where trace_key is null and state = 'ready'`.execute(
    db,
  );
  await logShownPreviews(db);
  await keepPairs(db);
  await sql`
    create table image_fingerprints (
      image_id integer primary key references images on delete cascade,
      rotation smallint not null,
      version smallint not null,
      fingerprint bytea not null check (octet_length(fingerprint) <= 8192)
    )`.execute(db);
}

/** One row per viewer, folder and day, which goes with the account. It is read for traces only. */
async function logShownPreviews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shown_previews (
      viewer text not null check (length(viewer) <= 60),
      user_id integer references users on delete cascade,
      folder uuid not null,
      day date not null,
      images int4multirange not null,
      first_at timestamptz not null,
      last_at timestamptz not null check (last_at >= first_at),
      primary key (viewer, folder, day)
    )`.execute(db);
  await sql`create index shown_previews_of_image on shown_previews using gist (images)`.execute(db);
  await sql`create index shown_previews_of_user on shown_previews (user_id)`.execute(db);
  await sql`create index shown_previews_by_age on shown_previews (last_at)`.execute(db);
}

/** Pairs whose preview was made again; copies of them may still be around. */
async function keepPairs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_pairs (
      image_id integer not null references images on delete cascade,
      storage_key text not null check (length(storage_key) <= 200),
      replaced_at timestamptz not null,
      primary key (image_id, storage_key)
    )`.execute(db);
  await sql`create index kept_pairs_by_age on kept_pairs (replaced_at)`.execute(db);
}
