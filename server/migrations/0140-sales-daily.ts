import { type Kysely, sql } from 'kysely';

/**
 * `sales_daily` holds what each photographer's photos sold at each event on each finished day of the reporting time zone.
 * It takes the place of the kept figures, and of the counts of photos that triggers kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await dropKeptFigures(db);
  await sql`
    create table sales_daily (
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      day date not null,
      event_id integer not null references events(id),
      photographer text,
      is_image boolean not null,
      facial boolean not null,
      kind text not null,
      amount_cents bigint not null,
      tax_cents bigint not null,
      sales integer not null,
      unique nulls not distinct (mode, day, event_id, photographer, is_image, facial, kind)
    )`.execute(db);
  await sql`create index sales_daily_of_event on sales_daily (event_id, mode, day)`.execute(db);
  // One row: the days before `next_day` are filled.
  await sql`
    create table sales_daily_fill (
      only_row boolean primary key default true check (only_row),
      time_zone text not null,
      next_day date not null
    )`.execute(db);
  await sql`
    create index ledger_entries_sums on ledger_entries (mode, created_at) include (kind, amount_cents)`.execute(
    db,
  );
  await sql`drop index ledger_entries_by_time, user_album_views_seen, user_album_views_unnamed`.execute(db);
  await sql`drop index user_album_views_by_time`.execute(db);
  await sql`
    create index user_album_views_by_time on user_album_views (created_at) include (user_id, album_id, was_owned)`.execute(
    db,
  );
  await sql`
    create index images_by_photographer on images (event_id, album_id, photographer, state, hidden_at)`.execute(
    db,
  );
}

const FUNCTIONS = [
  'add_album_pairs',
  'count_changed_frames',
  'count_frames',
  'day_of',
  'has_unnamed_views',
  'keep_album_views',
  'keep_buyer_date_figures',
  'keep_buyer_dates',
  'keep_buyers',
  'keep_changed_dates',
  'keep_dates',
  'keep_days',
  'keep_event',
  'keep_found',
  'keep_month',
  'keep_month_figures',
  'keep_new_albums',
  'keep_new_events',
  'keep_next',
  'keep_past',
  'keep_past_months',
  'keep_payments',
  'keep_pools',
  'keep_sale_dates',
  'keep_sale_figures',
  'keep_sales',
  'keep_sold',
  'keep_team_sums',
  'keep_view_dates',
  'keep_views',
  'keep_year',
  'keep_year_figures',
  'month_bit',
  'month_of',
  'note_albums',
  'note_changed_lines',
  'note_entitled_albums',
  'note_entries',
  'note_frames',
  'note_line_change',
  'note_lines',
  'note_moved_find',
  'note_order_albums',
  'note_orders',
  'note_paid_albums',
  'note_paid_lines',
  'note_payments',
  'note_pools',
  'note_renamed_team',
  'note_shares',
  'note_sold_albums',
  'note_views',
  'person_bit',
  'span_begins',
  'span_ends',
];
const TABLES = [
  'album_pairs',
  'frame_changes',
  'frame_counts',
  'kept_album_changes',
  'kept_albums',
  'kept_changes',
  'kept_date_people',
  'kept_dates',
  'kept_days',
  'kept_entries',
  'kept_event_changes',
  'kept_event_sums',
  'kept_events',
  'kept_frames',
  'kept_hours',
  'kept_orders',
  'kept_payments',
  'kept_people',
  'kept_pools',
  'kept_seen',
  'kept_shares',
  'kept_sold',
  'kept_spans',
  'kept_team_sums',
  'kept_teams',
  'kept_views',
];

/** Their triggers go with the functions, and the views of photo counts with the tables. */
async function dropKeptFigures(db: Kysely<unknown>): Promise<void> {
  await sql`drop function ${sql.join(FUNCTIONS.map((name) => sql.ref(name)))} cascade`.execute(db);
  await sql`drop table ${sql.join(TABLES.map((name) => sql.table(name)))} cascade`.execute(db);
}
