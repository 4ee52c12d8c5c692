import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { type ListedEventRow, standingAt } from './event-list.queries.ts';
import type { EntryKind } from './sums.rules.ts';

export type EventScope = { eventId: number; mode: PaymentMode };
export type TimeStep = 'hour' | 'day';

/** Excludes pictures of the camera clock and unreadable files. */
const IS_PHOTO = sql`images.state in ('received', 'ready')`;

export function findEventRow(db: Db, eventId: number) {
  return db
    .selectFrom('events')
    .select(['name', 'brandName', 'producerName', 'venueName', 'city', 'state', 'startDate', 'timeZone'])
    .select(['archived', 'producerShareBasisPoints'])
    .where('id', '=', eventId)
    .executeTakeFirst();
}

export async function findStanding(db: Db, eventId: number, now: Date) {
  const { rows } = await sql<
    Pick<ListedEventRow, 'standing' | 'startDate' | 'lastDate'> & { timeZone: string }
  >`
    select start_date, greatest(start_date, last_date) as last_date, time_zone, ${standingAt(now)} as standing
    from events where id = ${eventId}`.execute(db);
  return rows[0];
}

export type EventAlbum = {
  id: number;
  programName: string;
  teamName: string;
  divisionName: string;
  performanceOrder: number;
  isPublished: boolean;
  photos: number;
  views: number;
};

export async function listEventAlbums(db: Db, eventId: number): Promise<EventAlbum[]> {
  const { rows } = await sql<EventAlbum>`
    select id, program_name, team_name, division_name, performance_order, images_count as photos,
      published_at is not null as is_published,
      (select coalesce(sum(views_used), 0)::int from user_found_albums found
        where found.album_id = albums.id) as views
    from albums where event_id = ${eventId} order by performance_order, id`.execute(db);
  return rows;
}

export async function countUnfiled(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ photos: number }>`
    select (select count(*) from images where event_id = ${eventId} and album_id is null and state = 'ready'
        and hidden_at is null)
      + (select count(*) from images where event_id = ${eventId} and state = 'received') as photos`.execute(
    db,
  );
  return rows[0]?.photos ?? 0;
}

export type Arrivals = {
  firstAt: string | null;
  lastAt: string | null;
  lastMinute: number;
  last10Minutes: number;
  last60Minutes: number;
};

export async function countArrivals(
  db: Db,
  eventId: number,
  since: { minute: Date; tenMinutes: Date; hour: Date },
): Promise<Arrivals> {
  const { rows } = await sql<Arrivals>`
    select (select min(created_at) from images where event_id = ${eventId} and ${IS_PHOTO}) as first_at,
      (select max(created_at) from images where event_id = ${eventId} and ${IS_PHOTO}) as last_at,
      count(*) filter (where created_at > ${since.minute}) as last_minute,
      count(*) filter (where created_at > ${since.tenMinutes}) as last_10_minutes,
      count(*) as last_60_minutes
    from images where event_id = ${eventId} and created_at > ${since.hour} and ${IS_PHOTO}`.execute(db);
  return rows[0] as Arrivals;
}

export type OpenBatches = { underWay: number; filesArrived: number; filesTotal: number };

/** A batch that has received nothing for a while counts as abandoned. */
export async function countOpenBatches(
  db: Db,
  eventId: number,
  since: { opened: Date; heard: Date },
): Promise<OpenBatches> {
  const { rows } = await sql<OpenBatches>`
    select count(*) as under_way, coalesce(sum(arrived), 0)::int as files_arrived,
      coalesce(sum(total_files), 0)::int as files_total
    from ingest_batches batch, lateral (
      select count(*) as arrived, coalesce(bool_or(images.state = 'received'), false) as has_waiting,
        coalesce(max(file.created_at), batch.created_at) as heard_at
      from ingest_files file left join images on images.id = file.image_id where file.batch_id = batch.id
    ) files
    where batch.event_id = ${eventId} and batch.created_at > ${since.opened} and heard_at > ${since.heard}
      and (arrived < total_files or has_waiting)`.execute(db);
  return rows[0] as OpenBatches;
}

/** Producers share in what customers paid before tax, so the card provider's fees are left out too. */
export async function listAlbumMoney(
  db: Db,
  { eventId, mode }: EventScope,
  { step, timeZone }: Pick<TimeSpan, 'step' | 'timeZone'>,
) {
  const { rows } = await sql<{ albumId: number; kind: EntryKind; at: string; cents: number }>`
    select album_id, kind, date_trunc(${step}, occurred_at, ${timeZone}) as at, sum(amount_cents - tax_cents) as cents
    from ledger_lines where event_id = ${eventId} and mode = ${mode} and kind not in ('fee', 'dispute_fee')
    group by 1, 2, 3`.execute(db);
  return rows;
}

const isPaid = (mode: PaymentMode) => sql`orders.paid_at is not null and exists (
  select from payment_attempts attempt where attempt.order_id = orders.id and attempt.state = 'succeeded'
    and attempt.mode = ${mode})`;

export async function countEventOrders(db: Db, { eventId, mode }: EventScope): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(distinct orders.id) as orders
    from albums join order_lines line on line.album_id = albums.id join orders on orders.id = line.order_id
    where albums.event_id = ${eventId} and ${isPaid(mode)}`.execute(db);
  return rows[0]?.orders ?? 0;
}

/** Counts lines that are not refunded or lost to a dispute; a pool counts once, and a gift also while it waits. */
export async function countSold(
  db: Db,
  { mode, ...of }: { mode: PaymentMode } & ({ eventId: number } | { albumIds: readonly number[] }),
) {
  const isWanted =
    'eventId' in of ? sql`albums.event_id = ${of.eventId}` : sql`albums.id = any(${of.albumIds})`;
  const { rows } = await sql<{ albumId: number; albums: number; images: number }>`
    select line.album_id, count(*) filter (where line.image_id is null) as albums,
      count(*) filter (where line.image_id is not null) as images
    from albums join order_lines line on line.album_id = albums.id join orders on orders.id = line.order_id
    where ${isWanted} and ${isPaid(mode)} and (exists (
        select from entitlements own where own.order_line_id = line.id and own.state <> 'ended')
      or orders.is_gift and (line.refunded_cents < line.total_cents or line.total_cents = 0) and not exists (
        select from entitlements own where own.order_line_id = line.id))
    group by 1`.execute(db);
  return rows;
}

export async function findFirstMoney(db: Db, { eventId, mode }: EventScope): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(occurred_at) as at from ledger_lines where event_id = ${eventId} and mode = ${mode}`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

export type TimeSpan = { step: TimeStep; timeZone: string; from: Date; until: Date };

/** Includes hours and days without photos. Hidden photos are left out, as in the number of an event's photos. */
export async function listPhotoBars(db: Db, eventId: number, { step, timeZone, from, until }: TimeSpan) {
  const [first, last] = [sql`${from}::timestamptz`, sql`${until}::timestamptz`];
  // The length of a day depends on daylight saving time; that of an hour does not.
  const steps =
    step === 'hour'
      ? sql`generate_series(date_trunc('hour', ${first}, ${timeZone}), ${last}, interval '1 hour')`
      : sql`generate_series(date_trunc('day', ${first} at time zone ${timeZone}),
          ${last} at time zone ${timeZone}, interval '1 day') at time zone ${timeZone}`;
  const { rows } = await sql<{ at: string; photos: number }>`
    with steps as (select ${steps} as at),
    shot as (
      select date_trunc(${step}, created_at, ${timeZone}) as at, count(*) as photos from images
      where event_id = ${eventId} and ${IS_PHOTO} and hidden_at is null group by 1)
    select steps.at, coalesce(shot.photos, 0) as photos
    from steps left join shot using (at) order by steps.at`.execute(db);
  return rows;
}
