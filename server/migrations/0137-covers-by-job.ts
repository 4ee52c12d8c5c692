import { type Kysely, sql } from 'kysely';

/**
 * A frame that becomes ready no longer chooses the cover of its album again, which read the whole album and locked it. It
 * only moves the album to a new version, and a job chooses the covers of all albums whose version it has not seen. Whatever
 * takes photos away still renews the cover at once.
 *
 * Photos are filed by the version of the schedule that they were read with, so that filing needs no lock of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column schedule_version integer not null default 1`.execute(db);
  await sql`alter table photo_versions add column covered_version bigint`.execute(db);
  await sql`update photo_versions set covered_version = version`.execute(db);
  await sql`
    create index photo_versions_uncovered on photo_versions (album_id)
      where version is distinct from covered_version`.execute(db);
  await sql`
    create or replace function refresh_covers() returns trigger language plpgsql as $$
    declare
      arrived integer[];
      shown integer[];
      changed integer[];
    begin
      if tg_op = 'INSERT' then
        shown := array(select distinct album_id from new_images where state = 'ready');
      elsif tg_op = 'DELETE' then
        shown := array(select distinct album_id from old_images where state = 'ready');
      else
        arrived := array(
          select distinct n.album_id from old_images o join new_images n using (id)
          where o.state = 'received' and n.state = 'ready' and n.album_id is not null);
        shown := array(
          select distinct unnest(array[o.album_id, n.album_id]) from old_images o join new_images n using (id)
          where not (o.state = 'received' and n.state = 'ready')
            and (o.album_id, o.state, o.hidden_at, o.captured_at, o.width, o.height, o.placeholder)
              is distinct from (n.album_id, n.state, n.hidden_at, n.captured_at, n.width, n.height, n.placeholder));
        changed := array(
          -- Faces of all other pictures of an album say nothing about its cover.
          select n.album_id from old_images o join new_images n using (id) join albums on albums.id = n.album_id
          where o.faces is distinct from n.faces
            and albums.cover @> jsonb_build_array(jsonb_build_object('id', n.id))
          -- The first photo is the cover until the job has run.
          union select id from albums where id = any (arrived) and cover = '[]');
      end if;
      changed := shown || changed;
      -- Not FOR UPDATE: that waits for every other writer of an image of the album, and they for this one.
      perform from albums where id = any (changed) order by id for no key update;
      insert into photo_versions (album_id, version)
        select id, nextval('photo_version_numbers') from albums where id = any (shown || arrived) order by id
        on conflict (album_id) do update set version = excluded.version;
      update albums set cover = album_cover(id) where id = any (changed) and cover <> album_cover(id);
      return null;
    end $$`.execute(db);
}
