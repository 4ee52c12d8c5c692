import { type Kysely, sql } from 'kysely';

/**
 * `hidden_at` still says whether customers see a photo. A photo is hidden because of a report (`withheld_at`), because
 * staff rejected it (`rejected_at`), or both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table images
      add column rejected_at timestamptz,
      add column withheld_at timestamptz,
      add column rotation smallint not null default 0 check (rotation in (0, 90, 180, 270)),
      add column shown_rotation smallint not null default 0 check (shown_rotation in (0, 90, 180, 270))`.execute(
    db,
  );
  await sql`comment on column images.rotation is 'degrees clockwise, after the orientation that the camera wrote'`.execute(
    db,
  );
  await sql`comment on column images.shown_rotation is 'the rotation that the stored thumb and preview have'`.execute(
    db,
  );
  await sql`update images set withheld_at = hidden_at where hidden_at is not null`.execute(db);
  await sql`create index images_to_turn on images (album_id) where rotation <> shown_rotation`.execute(db);
  await sql`
    alter table clean_originals
      add column rotation smallint not null default 0,
      add column is_copy boolean not null default false`.execute(db);
  await keepActions(db);
  await pickCovers(db);
}

/** What staff did to photos, so that it can be undone. */
async function keepActions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_actions (
      id integer generated always as identity primary key,
      key uuid not null unique,
      kind text not null check (kind in ('reject', 'restore', 'move', 'rotate', 'cover')),
      event_id integer not null references events,
      album_id integer references albums,
      to_album_id integer references albums,
      actor_id integer references users on delete set null,
      images integer not null check (images >= 0),
      created_at timestamptz not null,
      undone_at timestamptz,
      undone_by integer references users on delete set null,
      undone_images integer check (undone_images >= 0)
    )`.execute(db);
  await sql`create index photo_actions_of_album on photo_actions (album_id, id)`.execute(db);
  await sql`create index photo_actions_to_album on photo_actions (to_album_id, id)`.execute(db);
  await sql`create index photo_actions_by_age on photo_actions (created_at)`.execute(db);
  await sql`create index photo_actions_by_actor on photo_actions (actor_id)`.execute(db);
  await sql`create index photo_actions_undone_by on photo_actions (undone_by)`.execute(db);
  await sql`
    create table photo_action_items (
      action_id integer not null references photo_actions on delete cascade,
      image_id integer not null references images on delete cascade,
      aspect text not null check (aspect in ('shown', 'album', 'rotation', 'cover')),
      before jsonb not null,
      after jsonb not null,
      undone boolean not null default false,
      primary key (action_id, image_id)
    )`.execute(db);
  await sql`create index photo_action_items_of_image on photo_action_items (image_id, aspect, action_id)`.execute(
    db,
  );
}

/** A picked photo comes first on the cover for as long as customers see it in the album. */
async function pickCovers(db: Kysely<unknown>): Promise<void> {
  await sql`alter table albums add column cover_image_id integer`.execute(db);
  await sql`
    create or replace function album_cover(album integer) returns jsonb language sql stable as $$
      with visible as not materialized (
        select id, width, height, placeholder, captured_at, faces from images
        where album_id = album and state = 'ready' and hidden_at is null),
      picked as (
        select 0 as place, visible.* from visible
        where id = (select cover_image_id from albums where albums.id = album)),
      first as (select * from visible order by captured_at, id limit 1),
      last as (select * from visible order by captured_at desc, id desc limit 1),
      middle as (
        select * from visible
        where captured_at >= (select first.captured_at + (last.captured_at - first.captured_at) / 2 from first, last)
          and id not in (select id from first union all select id from last)
        order by captured_at, id limit 1),
      spread as (select * from first union select * from middle union select * from last),
      chosen as (
        select * from picked
        union all
        (select 1, spread.* from spread where id not in (select id from picked)
          order by captured_at, id limit 3 - (select count(*) from picked))),
      cover as (select *, face_focus(faces) as focus from chosen)
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'width', width, 'height', height, 'placeholder', placeholder,
        'captured_at', to_char(captured_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        || case when focus is null then '{}' else jsonb_build_object('focus', focus) end
        order by place, captured_at, id), '[]')
      from cover
    $$`.execute(db);
}
