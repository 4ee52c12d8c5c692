import { type Kysely, sql } from 'kysely';

/**
 * A view names its viewer and album, and whether the viewer owned the album by then, so that reports over years read
 * one index. A trigger fills new rows in, and a job those of releases before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table user_album_views add column user_id integer, add column album_id integer,
      add column was_owned boolean`.execute(db);
  await sql`
    create function had_bought(viewer integer, album integer, moment timestamptz) returns boolean
      language sql stable as $$
        select exists (select from entitlements own where own.user_id = viewer and own.album_id = album
          and own.image_id is null and own.created_at < moment)
      $$`.execute(db);
  await sql`
    create function name_viewer() returns trigger language plpgsql as $$
    begin
      select found.user_id, found.album_id, had_bought(found.user_id, found.album_id, new.created_at)
      into new.user_id, new.album_id, new.was_owned
      from user_found_albums found where found.id = new.found_album_id;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger user_album_views_viewer before insert on user_album_views
      for each row execute function name_viewer()`.execute(db);
  await sql`
    create index user_album_views_seen on user_album_views (created_at) include (user_id, album_id, was_owned)
      where user_id is not null`.execute(db);
  await sql`
    create index user_album_views_unnamed on user_album_views (created_at) where user_id is null`.execute(db);
  await sql`
    create index orders_paid_by_time on orders (paid_at) include (id) where paid_at is not null`.execute(db);
}
