import { type Kysely, sql } from 'kysely';

/**
 * A number per album that is another one after every change of what its visible photos show, so that a list of ten thousand
 * photos need not be read to know that it is the same. A sequence never gives a number twice, also after a rollback. The trigger that renews covers has locked the albums in the order of their
 * ids at this point, so writers of one album follow each other and never wait in a circle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence photo_version_numbers`.execute(db);
  await sql`
    create table photo_versions (
      album_id integer primary key references albums on delete cascade,
      version bigint not null
    )`.execute(db);
  await sql`
    create or replace function refresh_covers() returns trigger language plpgsql as $$
    declare
      shown integer[];
      changed integer[];
    begin
      if tg_op = 'INSERT' then
        shown := array(select distinct album_id from new_images where state = 'ready');
      elsif tg_op = 'DELETE' then
        shown := array(select distinct album_id from old_images where state = 'ready');
      else
        shown := array(
          select distinct unnest(array[o.album_id, n.album_id]) from old_images o join new_images n using (id)
          where (o.album_id, o.state, o.hidden_at, o.captured_at, o.width, o.height, o.placeholder)
            is distinct from (n.album_id, n.state, n.hidden_at, n.captured_at, n.width, n.height, n.placeholder));
        changed := array(
          -- Faces of all other pictures of an album say nothing about its cover.
          select n.album_id from old_images o join new_images n using (id) join albums on albums.id = n.album_id
          where o.faces is distinct from n.faces
            and albums.cover @> jsonb_build_array(jsonb_build_object('id', n.id)));
      end if;
      changed := shown || changed;
      -- Not FOR UPDATE: that waits for every other writer of an image of the album, and they for this one.
      perform from albums where id = any (changed) order by id for no key update;
      insert into photo_versions (album_id, version)
        select id, nextval('photo_version_numbers') from albums where id = any (shown) order by id
        on conflict (album_id) do update set version = excluded.version;
      update albums set cover = album_cover(id) where id = any (changed) and cover <> album_cover(id);
      return null;
    end $$`.execute(db);
}
