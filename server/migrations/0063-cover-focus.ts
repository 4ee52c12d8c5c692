import { type Kysely, sql } from 'kysely';

/**
 * A cover is cropped around the faces in it. Only one point leaves the table of images: the middle of all faces, larger
 * ones counting more, in percent of the picture. Detection runs after the cover is chosen, so a cover is also refreshed
 * when the faces of one of its pictures become known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function face_focus(faces jsonb) returns jsonb language sql immutable as $$
      with boxes as (
        select (face->'box'->>'x')::float8 as x, (face->'box'->>'y')::float8 as y,
          (face->'box'->>'width')::float8 as w, (face->'box'->>'height')::float8 as h
        from jsonb_array_elements(case jsonb_typeof(faces) when 'array' then faces else '[]' end) as face)
      select case when sum(w * h) > 0 then jsonb_build_object(
        'x', least(100, greatest(0, round(100 * sum((x + w / 2) * w * h) / sum(w * h))::int)),
        'y', least(100, greatest(0, round(100 * sum((y + h / 2) * w * h) / sum(w * h))::int))) end
      from boxes
    $$`.execute(db);
  await sql`
    create or replace function album_cover(album integer) returns jsonb language sql stable as $$
      with visible as not materialized (
        select id, width, height, placeholder, captured_at, faces from images
        where album_id = album and state = 'ready' and hidden_at is null),
      first as (select * from visible order by captured_at, id limit 1),
      last as (select * from visible order by captured_at desc, id desc limit 1),
      middle as (
        select * from visible
        where captured_at >= (select first.captured_at + (last.captured_at - first.captured_at) / 2 from first, last)
          and id not in (select id from first union all select id from last)
        order by captured_at, id limit 1),
      chosen as (select * from first union select * from middle union select * from last),
      cover as (select *, face_focus(faces) as focus from chosen)
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'width', width, 'height', height, 'placeholder', placeholder,
        'captured_at', to_char(captured_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        || case when focus is null then '{}' else jsonb_build_object('focus', focus) end
        order by captured_at, id), '[]')
      from cover
    $$`.execute(db);
  await sql`
    create or replace function refresh_covers() returns trigger language plpgsql as $$
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
            is distinct from (n.album_id, n.state, n.hidden_at, n.captured_at, n.width, n.height, n.placeholder)
          union
          -- Faces of all other pictures of an album say nothing about its cover.
          select n.album_id from old_images o join new_images n using (id) join albums on albums.id = n.album_id
          where o.faces is distinct from n.faces
            and albums.cover @> jsonb_build_array(jsonb_build_object('id', n.id)));
      end if;
      -- Not FOR UPDATE: that waits for every other writer of an image of the album, and they for this one.
      perform from albums where id = any (changed) order by id for no key update;
      update albums set cover = album_cover(id) where id = any (changed) and cover <> album_cover(id);
      return null;
    end $$`.execute(db);
  await sql`update albums set cover = album_cover(id) where cover <> '[]' and cover <> album_cover(id)`.execute(
    db,
  );
}
