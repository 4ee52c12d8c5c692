import { type Kysely, sql } from 'kysely';

/**
 * Every event and album has a short code for posters. The alphabet has no vowels, so that no code is a word, and no
 * characters that are easily confused. Triggers give the codes, so that the release before gives them too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table poster_codes (
      code text primary key check (code ~ '^[23456789CDFGHJKMNPQRTVWX]{6}$'),
      event_id integer unique references events on delete cascade,
      album_id integer unique references albums on delete cascade,
      check (num_nonnulls(event_id, album_id) = 1)
    )`.execute(db);
  await sql`
    create function new_poster_code() returns text language sql volatile as $$
      select string_agg(substr('23456789CDFGHJKMNPQRTVWX', 1 + get_byte(bytes, place) % 24, 1), '')
      from (select uuid_send(gen_random_uuid()) as bytes) as random, generate_series(0, 5) as place
    $$`.execute(db);
  await sql`
    create function give_poster_code() returns trigger language plpgsql as $$
    begin
      loop
        if tg_table_name = 'events' then
          insert into poster_codes (code, event_id) values (new_poster_code(), new.id)
            on conflict (code) do nothing;
        else
          insert into poster_codes (code, album_id) values (new_poster_code(), new.id)
            on conflict (code) do nothing;
        end if;
        exit when found;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger events_give_poster_code after insert on events
      for each row execute function give_poster_code()`.execute(db);
  await sql`
    create trigger albums_give_poster_code after insert on albums
      for each row execute function give_poster_code()`.execute(db);
  await sql`
    do $$
    begin
      loop
        insert into poster_codes (code, event_id)
          select new_poster_code(), id from events
          where not exists (select from poster_codes where event_id = events.id)
          on conflict (code) do nothing;
        exit when not exists (
          select from events where not exists (select from poster_codes where event_id = events.id));
      end loop;
      loop
        insert into poster_codes (code, album_id)
          select new_poster_code(), id from albums
          where not exists (select from poster_codes where album_id = albums.id)
          on conflict (code) do nothing;
        exit when not exists (
          select from albums where not exists (select from poster_codes where album_id = albums.id));
      end loop;
    end $$`.execute(db);

  // A request lives until its mailed link is followed or expires, and belongs to nobody until then.
  await sql`
    create table follow_requests (
      id integer generated always as identity primary key,
      email citext not null check (length(email) <= 254),
      album_id integer not null references albums on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index follow_requests_by_email on follow_requests (email)`.execute(db);
  await sql`create index follow_requests_by_end on follow_requests (expires_at)`.execute(db);
  await sql`create index follow_requests_of_album on follow_requests (album_id)`.execute(db);

  await sql`
    create table awaited_albums (
      user_id integer not null references users on delete cascade,
      album_id integer not null references albums on delete cascade,
      created_at timestamptz not null,
      primary key (user_id, album_id)
    )`.execute(db);
  await sql`create index awaited_albums_of_album on awaited_albums (album_id)`.execute(db);
}
