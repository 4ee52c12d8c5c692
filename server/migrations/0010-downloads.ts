import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clean_originals (
      image_id integer primary key references images on delete cascade,
      format text not null check (format in ('jpeg', 'png', 'webp', 'tiff')),
      size_bytes bigint not null check (size_bytes > 0),
      crc32 bigint not null check (crc32 between 0 and 4294967295),
      blanks jsonb not null default '[]' check (jsonb_typeof(blanks) = 'array'),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`comment on table clean_originals is 'originals as they may leave: without their location'`.execute(
    db,
  );
  await sql`
    create table zip_addresses (
      id integer generated always as identity primary key,
      token_hash bytea not null unique check (length(token_hash) = 32),
      entitlement_id integer not null references entitlements,
      album_id integer not null references albums,
      issued_at timestamptz not null,
      started_at timestamptz,
      served_etag text check (length(served_etag) <= 100),
      counted_at timestamptz,
      check (counted_at is null or started_at is not null)
    )`.execute(db);
  await sql`create index zip_addresses_by_age on zip_addresses (issued_at)`.execute(db);
}
