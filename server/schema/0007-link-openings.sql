-- ## sharing

-- How often visitors opened the photos, so that the owner sees whether Grandma has.
alter table photo_links add column times_opened integer not null default 0 check (times_opened >= 0);
update photo_links set times_opened = 1 where last_opened_at is not null;
