import { type Kysely, sql } from 'kysely';
import { noteChanges } from './0054-noted-changes.ts';

/**
 * Figures of months that are over, kept beside what they count, because adding up years takes seconds. Whatever changes a
 * month appends a row to `kept_changes`, so writers never wait for each other. A reader takes a month from the kept
 * figures only if it has no change; otherwise it counts the month itself. A job counts changed months again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSpans(db);
  await createFigures(db);
  await createPhotos(db);
  await createViews(db);
  await createIndexes(db);
  await noteChanges(db);
}

/** A span is a month like `2026-03` or a year like `2026`, in UTC. */
async function createSpans(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_spans (
      figure text not null check (figure in ('sales', 'buyers', 'views')),
      mode text not null check (mode in ('sandbox', 'test', 'live', 'any')),
      span text not null check (span ~ '^[0-9]{4}(-[0-9]{2})?$'),
      primary key (figure, mode, span)
    )`.execute(db);
  await sql`comment on table kept_spans is 'the months and years whose figures are kept'`.execute(db);
  await sql`
    create table kept_changes (
      id bigint generated always as identity primary key,
      figure text not null check (figure in ('sales', 'buyers', 'views')),
      mode text not null check (mode in ('sandbox', 'test', 'live', 'any')),
      month text not null check (length(month) <= 12)
    )`.execute(db);
  await sql`comment on table kept_changes is 'months that changed after they were counted last'`.execute(db);
  await sql`
    create function month_of(moment timestamptz) returns text language sql stable parallel safe
      return to_char(moment at time zone 'UTC', 'YYYY-MM')`.execute(db);
  await sql`
    create function span_begins(span text) returns timestamptz language sql immutable parallel safe
      return make_timestamptz(left(span, 4)::integer, right(rpad(span, 7, '-01'), 2)::integer, 1, 0, 0, 0, 'UTC')`.execute(
    db,
  );
  await sql`
    create function span_ends(span text) returns timestamptz language sql immutable parallel safe
      return span_begins(case when span like '%-12' or length(span) = 4 then (left(span, 4)::integer + 1)::text
        else left(span, 5) || lpad((right(span, 2)::integer + 1)::text, 2, '0') end)`.execute(db);
}

async function createFigures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_entries (
      mode text not null,
      span text not null,
      kind text not null,
      cents bigint not null,
      primary key (mode, span, kind)
    )`.execute(db);
  await sql`
    create table kept_hours (
      mode text not null,
      span text not null,
      hour timestamptz not null,
      kind text not null,
      cents bigint not null,
      primary key (mode, span, hour, kind)
    )`.execute(db);
  await sql`
    create table kept_events (
      mode text not null,
      span text not null,
      event_id integer not null,
      is_image boolean not null,
      facial boolean not null,
      kind text not null,
      cents bigint not null,
      primary key (mode, span, event_id, is_image, facial, kind)
    )`.execute(db);
  await sql`
    create table kept_shares (
      mode text not null,
      span text not null,
      event_id integer not null,
      photographer text,
      charged_cents bigint not null,
      returned_cents bigint not null,
      album_sales integer not null,
      image_sales integer not null,
      unique nulls not distinct (mode, span, event_id, photographer)
    )`.execute(db);
  await sql`
    create table kept_sold (
      mode text not null,
      decade integer not null,
      event_id integer not null,
      album_id integer not null,
      photographer text,
      item_id integer not null,
      photos integer not null,
      months bit(120) not null,
      is_alone boolean not null default false,
      constraint kept_sold_by_item
        unique nulls not distinct (mode, decade, event_id, album_id, photographer, item_id, photos)
    )`.execute(db);
  await sql`create index kept_sold_of_album on kept_sold (album_id)`.execute(db);
  await sql`create index kept_sold_together on kept_sold (mode, decade) where not is_alone`.execute(db);
  await sql`
    comment on column kept_sold.is_alone is 'nothing else of this album and photographer was sold'`.execute(
    db,
  );
  await sql`comment on column kept_sold.months is 'the months of the decade in which it was sold'`.execute(
    db,
  );
  await sql`
    comment on column kept_sold.item_id is '0 for the whole album, else the photo, or minus the order line if it is gone'`.execute(
    db,
  );
  await sql`
    create table kept_orders (
      mode text not null,
      span text not null,
      coupon_id integer,
      orders integer not null,
      facial_orders integer not null,
      discount_cents bigint not null,
      sales_cents bigint not null,
      unique nulls not distinct (mode, span, coupon_id)
    )`.execute(db);
  await sql`
    create table kept_people (
      figure text not null,
      mode text not null,
      span text not null,
      block integer not null,
      people bit(4096) not null,
      primary key (figure, mode, span, block)
    )`.execute(db);
  await sql`
    comment on column kept_people.people is 'one bit per user of the block of 4096 numbers, so that nobody counts twice'`.execute(
    db,
  );
  await sql`
    create function person_bit(user_id integer) returns bit language sql immutable parallel safe
      return set_bit(repeat('0', 4096)::bit(4096), user_id % 4096, 1)`.execute(db);
}

/**
 * Photos and views by photographer follow the photos of today, so they are kept by event. What changes the photos of an
 * event appends a row to `kept_event_changes`, and a reader counts such an event itself.
 */
async function createPhotos(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_event_changes (
      id bigint generated always as identity primary key,
      event_id integer not null
    )`.execute(db);
  await sql`
    create table kept_frames (
      event_id integer not null,
      photographer text,
      frames integer not null,
      published integer not null,
      arrived_at tstzmultirange not null,
      unique nulls not distinct (event_id, photographer)
    )`.execute(db);
  await sql`comment on column kept_frames.arrived_at is 'from the first to the last photo of each album'`.execute(
    db,
  );
  await sql`
    create table kept_views (
      span text not null,
      album_id integer not null,
      views integer not null,
      primary key (span, album_id) include (views)
    )`.execute(db);
  await sql`
    create table kept_seen (
      span text not null,
      event_id integer not null,
      photographer text,
      views integer not null,
      unique nulls not distinct (span, event_id, photographer) include (views)
    )`.execute(db);
  await sql`create index kept_views_of_album on kept_views (album_id)`.execute(db);
  await sql`create index kept_seen_of_event on kept_seen (event_id)`.execute(db);
  await sql`create index frame_counts_of_album on frame_counts (album_id)`.execute(db);
}

/** Photos by album and photographer, and by event and photographer, with the changes that wait to be added. */
async function createViews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view album_frames as
      select event_id, album_id, photographer, sum(frames)::integer as frames, sum(shown)::integer as shown,
        min(first_at) as first_at, max(last_at) as last_at
      from (
        select event_id, album_id, photographer, frames, shown, first_at, last_at from frame_counts
        union all
        select event_id, album_id, photographer, frames, shown, first_at, last_at from frame_changes) frame
      group by 1, 2, 3 having sum(frames) > 0`.execute(db);
  await sql`
    create view photographer_frames as
      select frame.event_id, frame.photographer, sum(frame.frames)::integer as frames,
        coalesce(sum(frame.shown) filter (where albums.published_at is not null), 0)::integer as published,
        range_agg(tstzrange(frame.first_at, frame.last_at, '[]')) as arrived_at
      from album_frames frame left join albums on albums.id = frame.album_id group by 1, 2`.execute(db);
}

/** Reports read these columns from the index alone. */
async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_lines_taken_back on ledger_lines (order_line_id) where sales < 0`.execute(db);
  await sql`create index pools_by_time on pools (created_at)`.execute(db);
  await sql`create index pool_shares_of_order on pool_shares (order_id, user_id)`.execute(db);
  await sql`create index albums_named on albums (id) include (event_id, program_name, team_name)`.execute(db);
  await sql`
    create index balance_transactions_of_account on balance_transactions (mode, created_at) include (net_cents)
      where order_id is null and type in ('stripe_fee', 'stripe_fx_fee', 'tax_fee')`.execute(db);
}
