import { type Kysely, sql } from 'kysely';

/** Figures that the staff list of events, the search of staff, the charts and the sales report read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await keepEventSums(db);
  await createIndexes(db);
  await createPools(db);
  await countMonths(db);
  await noteFinds(db);
  await notePools(db);
}

/** What the albums of each event have earned. */
async function keepEventSums(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_event_sums (
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      event_id integer not null references events on delete cascade,
      cents bigint not null default 0,
      primary key (event_id, mode)
    )`.execute(db);
  await sql`
    insert into kept_event_sums (mode, event_id, cents)
    select known.mode, events.id, coalesce(sum(kept.cents), 0)
    from events cross join unnest(array['sandbox', 'test', 'live']) known (mode)
      left join albums on albums.event_id = events.id
      left join kept_albums kept on kept.album_id = albums.id and kept.mode = known.mode
    group by 1, 2`.execute(db);
  await sql`create index kept_event_sums_by_cents on kept_event_sums (mode, cents, event_id)`.execute(db);
  await sql`
    create function keep_new_events() returns trigger language plpgsql as $$ begin
      insert into kept_event_sums (mode, event_id)
      select mode, new_rows.id from new_rows, unnest(array['sandbox', 'test', 'live']) mode;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger events_kept after insert on events referencing new table as new_rows
      for each statement execute function keep_new_events()`.execute(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index albums_counted on albums (event_id) include (images_count)`.execute(db);
  await sql`create index events_newest on events (archived, start_date desc, id desc)`.execute(db);
  await sql`
    create index events_search on events using gin (lower(name || ' ' || brand_name || ' ' || producer_name || ' ' ||
      venue_name || ' ' || city || ' ' || state) gin_trgm_ops)`.execute(db);
}

/** Pools by the month in which they were opened. */
async function createPools(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_pools (
      span text primary key,
      opened integer not null,
      joined integer not null,
      filled integer not null,
      released integer not null
    )`.execute(db);
  await sql`
    create function keep_pools(month text) returns void language sql
    begin atomic
      delete from kept_pools where span = month;
      insert into kept_pools (span, opened, joined, filled, released)
        select month, count(*), count(*) filter (where exists (select from pool_shares share
            where share.order_id = orders.id and share.user_id <> orders.user_id)),
          count(*) filter (where phase = 'filled'), count(*) filter (where phase = 'released')
        from pools join orders on orders.id = pools.order_id
        where pools.created_at >= span_begins(month) and pools.created_at < span_ends(month)
        having count(*) > 0;
    end`.execute(db);
  await sql`
    create function keep_found(month text) returns void language sql
    begin atomic
      delete from kept_people where figure = 'found' and span = month;
      insert into kept_people (figure, mode, span, block, people)
        select 'found', 'any', month, user_id / 4096, bit_or(person_bit(user_id)) from (
          select distinct user_id from user_found_albums
          where created_at >= span_begins(month) and created_at < span_ends(month)) finder
        group by 4;
    end`.execute(db);
}

/** Pools and customers who found albums have no payment mode, so they are kept and noted together with the views. */
async function countMonths(db: Kysely<unknown>): Promise<void> {
  await sql`alter function keep_views(text) rename to keep_album_views`.execute(db);
  await sql`
    create function keep_views(month text) returns void language sql
    begin atomic
      select keep_album_views(month);
      select keep_found(month);
      select keep_pools(month);
    end`.execute(db);
  await sql`
    select keep_found(span), keep_pools(span) from kept_spans where figure = 'views' and length(span) = 7`.execute(
    db,
  );
}

async function noteFinds(db: Kysely<unknown>): Promise<void> {
  for (const [change, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ]) {
    await sql`
      create trigger ${sql.ref(`user_found_albums_${change}_noted`)} after ${sql.raw(change ?? '')} on user_found_albums
        referencing ${sql.raw(rows ?? '')} table as changed_rows
        for each statement execute function note_views()`.execute(db);
  }
  await sql`
    create function note_moved_find() returns trigger language plpgsql as $$ begin
      insert into kept_changes (figure, mode, month)
      select distinct 'views', 'any', month_of(at) from unnest(array[old.created_at, new.created_at]) at;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger user_found_albums_changed after update of user_id, created_at on user_found_albums for each row
      when ((old.user_id, old.created_at) is distinct from (new.user_id, new.created_at))
      execute function note_moved_find()`.execute(db);
}

async function notePools(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_pools() returns trigger language plpgsql as $$ begin
      insert into kept_changes (figure, mode, month)
      select distinct 'views', 'any', month_of(at) from unnest(array[old.created_at, new.created_at]) at
      where at is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger pools_noted after insert or delete or update of phase, created_at on pools
      for each row execute function note_pools()`.execute(db);
  await sql`
    create function note_shares() returns trigger language plpgsql as $$ begin
      insert into kept_changes (figure, mode, month)
      select distinct 'views', 'any', month_of(pools.created_at) from pools
      where pools.order_id in (old.order_id, new.order_id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger pool_shares_noted after insert or delete or update of order_id, user_id on pool_shares
      for each row execute function note_shares()`.execute(db);
}
