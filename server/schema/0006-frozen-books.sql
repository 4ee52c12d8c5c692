lock table images, payee_lines, ledger_line_taxes;

-- ## images

-- As before, but rights are told here too, once for each album of a statement, and nothing is said of deleted photos: the
-- site hides photos and never deletes one.
drop trigger images_rights on images;
drop trigger images_deleted on images;
create or replace function refresh_covers() returns trigger language plpgsql as $$
declare
  arrived integer[];
  shown integer[];
  changed integer[];
begin
  if tg_op = 'INSERT' then
    shown := array(select distinct album_id from new_images where state = 'ready');
  else
    perform pg_notify('encore_rights', 'album:' || album_id) from (
      select distinct o.album_id from old_images o join new_images n using (id)
      where o.album_id is not null and ((o.hidden_at is null) is distinct from (n.hidden_at is null)
        or o.album_id is distinct from n.album_id)) left_albums;
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
  -- Always the album before its version, because two orders would be a deadlock. Not FOR UPDATE: that waits for every other
  -- writer of an image of the album, and they for this one.
  perform from albums where id = any (changed || arrived) order by id for no key update;
  insert into photo_versions (album_id, version)
    select id, nextval('photo_version_numbers') from albums where id = any (shown || arrived) order by id
    on conflict (album_id) do update set version = excluded.version;
  update albums set cover = album_cover(id) where id = any (changed) and cover <> album_cover(id);
  return null;
end
$$;


-- ## payees

create trigger payee_lines_stay before delete or update or truncate on payee_lines for each statement
  execute function refuse_ledger_change();


-- ## ledger

-- Who issued the statements of the month.
alter table closed_months add column site_name text;

create trigger ledger_line_taxes_stay before delete or update or truncate on ledger_line_taxes for each statement
  execute function refuse_ledger_change();


-- ## reports

-- The event as it was called when the month was closed, and the card fees that a share after fees bears.
alter table statement_lines
  add column event_name text,
  add column event_date date,
  add column fee_cents bigint not null default 0;
update statement_lines set event_name = events.name, event_date = events.start_date
  from events where events.id = statement_lines.event_id;
alter table statement_lines
  alter column event_name set not null,
  alter column event_date set not null;


-- ## notifications

-- The key of the site that the browser subscribed with. With another one the push service refuses everything.
alter table push_subscriptions add column public_key text check (length(public_key) <= 100);
