-- ## catalogue

-- A picture that parents may put across the bottom of photos they share. It is small, so it goes with the event's row.
create table sponsor_frames (
  event_id integer primary key references events on delete cascade,
  picture bytea not null check (octet_length(picture) <= 524288),
  changed_at timestamptz not null
);

-- ## sharing

-- The link shows its owner's athletes; all other faces are covered.
alter table photo_links add column covers_others boolean not null default false;

-- ## moderation

-- A face that a parent asked never to show to anybody else. It is covered until staff decline the request.
create table forced_covers (
  id integer generated always as identity primary key,
  image_id bigint not null references images on delete cascade,
  -- Null once the account is deleted: the child stays covered.
  asked_by integer references users on delete set null,
  box jsonb not null,
  -- How far staff had turned the photo when it was asked.
  rotation smallint not null check (rotation in (0, 90, 180, 270)),
  state text not null default 'open' check (state in ('open', 'kept', 'declined')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references users on delete set null,
  check ((state = 'open') = (decided_at is null))
);
create index forced_covers_of_image on forced_covers (image_id) where state <> 'declined';
create index forced_covers_by_state on forced_covers (state, id);
create index forced_covers_of_user on forced_covers (asked_by);

-- As before, but no photo with a child that is never shown is on a cover: strangers see covers on posters, in searches and mails.
create or replace function album_cover(album integer) returns jsonb language sql stable as $$
with visible as not materialized (
  select id, width, height, placeholder, captured_at, faces from images
  where album_id = album and state = 'ready' and hidden_at is null
    and not exists (select 1 from forced_covers where image_id = images.id and forced_covers.state <> 'declined')),
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
$$;
