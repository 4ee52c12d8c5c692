import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_found_albums (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      album_id integer not null references albums on delete cascade,
      found_by text not null check (found_by in ('search', 'opened', 'invite', 'link')),
      views_used integer not null default 0 check (views_used >= 0),
      created_at timestamptz not null default now(),
      unique (user_id, album_id)
    )`.execute(db);
  await sql`create index user_found_albums_of_album on user_found_albums (album_id)`.execute(db);
  await sql`
    create table user_album_views (
      id integer generated always as identity primary key,
      found_album_id integer not null references user_found_albums on delete cascade,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index user_album_views_of_found on user_album_views (found_album_id)`.execute(db);
  await sql`create index team_subscriptions_by_team on team_subscriptions (program_name, team_name)`.execute(
    db,
  );

  await sql`
    create table reported_photos (
      id integer generated always as identity primary key,
      image_id integer not null references images,
      album_id integer not null references albums,
      event_id integer not null references events,
      user_id integer not null references users on delete cascade,
      type text not null check (type in ('privacy', 'quality', 'wrong_album', 'other')),
      memo text not null check (length(memo) <= 2000),
      acknowledged_at timestamptz,
      removed boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index reported_photos_open on reported_photos (id desc) where acknowledged_at is null`.execute(
    db,
  );

  await createSearch(db);
}

/** Ten fields in one lower-case column: each keyword is then one index look-up. */
async function createSearch(db: Kysely<unknown>): Promise<void> {
  await sql`alter table albums add column search text not null default ''`.execute(db);
  await sql`
    create function album_search(a albums) returns text language sql stable as $$
      select lower(a.program_name || ' ' || a.team_name || ' ' || a.division_name || ' ' || a.performance_order || ' ' ||
        e.name || ' ' || e.brand_name || ' ' || e.city || ' ' || e.state || ' ' || e.producer_name || ' ' || e.venue_name)
      from events e where e.id = a.event_id
    $$`.execute(db);
  await sql`
    create function fill_album_search() returns trigger language plpgsql as $$
    begin
      new.search := album_search(new);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger albums_fill_search
      before insert or update of program_name, team_name, division_name, performance_order, event_id on albums
      for each row execute function fill_album_search()`.execute(db);
  await sql`
    create function refresh_event_search() returns trigger language plpgsql as $$
    begin
      update albums a set search = album_search(a) where a.event_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger events_refresh_search
      after update of name, brand_name, city, state, producer_name, venue_name on events
      for each row execute function refresh_event_search()`.execute(db);
  await sql`update albums a set search = album_search(a)`.execute(db);
  await sql`create index albums_search on albums using gin (search gin_trgm_ops)`.execute(db);
  await sql`
    create index albums_by_publication on albums (published_at desc, id desc)
      where published_at is not null`.execute(db);
  await sql`create index albums_of_program on albums (lower(program_name)) where published_at is not null`.execute(
    db,
  );

  await sql`
    create table team_catalogue (
      program_name text not null,
      team_name text not null,
      division_name text not null,
      albums_count integer not null default 0 check (albums_count >= 0),
      search text not null generated always as
        (lower(program_name || ' ' || team_name || ' ' || division_name)) stored,
      primary key (program_name, team_name, division_name)
    )`.execute(db);
  await sql`create index team_catalogue_search on team_catalogue using gin (search gin_trgm_ops)`.execute(db);
  await sql`
    create function count_team_album() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update team_catalogue set albums_count = albums_count - 1
          where (program_name, team_name, division_name) = (old.program_name, old.team_name, old.division_name);
      end if;
      if tg_op <> 'DELETE' then
        insert into team_catalogue (program_name, team_name, division_name, albums_count)
          values (new.program_name, new.team_name, new.division_name, 1)
          on conflict (program_name, team_name, division_name)
          do update set albums_count = team_catalogue.albums_count + 1;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger albums_count_team
      after insert or delete or update of program_name, team_name, division_name on albums
      for each row execute function count_team_album()`.execute(db);
  await sql`
    insert into team_catalogue (program_name, team_name, division_name, albums_count)
      select program_name, team_name, division_name, count(*) from albums group by 1, 2, 3`.execute(db);
}
