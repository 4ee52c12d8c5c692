import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table entitlements
      add column taken_at timestamptz,
      add column uncounted_bytes bigint not null default 0 check (uncounted_bytes >= 0)`.execute(db);
  await sql`comment on column entitlements.taken_at is 'when the first byte of an original or the zip left'`.execute(
    db,
  );
  await sql`comment on column entitlements.uncounted_bytes is 'sent with all zip addresses that were not counted'`.execute(
    db,
  );
  // Whoever downloaded the zip took it.
  await sql`update entitlements set taken_at = now() where downloads_used > 0`.execute(db);
  await sql`
    alter table zip_addresses
      add column sent_bytes bigint not null default 0 check (sent_bytes >= 0)`.execute(db);
  await sql`
    alter table reported_photos
      add column staff_first boolean not null default false`.execute(db);
  await sql`comment on column reported_photos.staff_first is 'a privacy report that did not hide the photo at once'`.execute(
    db,
  );
  await sql`
    create index reported_photos_of_user on reported_photos (user_id, created_at) where type = 'privacy'`.execute(
    db,
  );
}
