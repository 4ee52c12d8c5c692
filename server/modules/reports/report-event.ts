import { sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { countSold, isPaid } from './album-totals.ts';
import { addUp, type EntryKind } from './sums.rules.ts';

const DAY_MINUTES = 24 * 60;
const ABANDONED_MINUTES = 15;
const HOURLY_MINUTES = 2 * DAY_MINUTES;
/** Almost all sales happen in the first two months. */
const MAX_DAYS = 60;

export type EventReport = NonNullable<Awaited<ReturnType<typeof reportEvent>>>;
export type EventAlbumSales = EventAlbum & { albumsSold: number; imagesSold: number; netCents: number };

/** All amounts are without tax, and add up to the ledger to the cent. */
export async function reportEvent(
  { db, payments, clock }: Pick<Tx, 'db' | 'payments' | 'clock'>,
  eventId: number,
) {
  const event = await findEventRow(db, eventId);
  if (!event) return undefined;
  const [scope, now] = [{ eventId, mode: payments.mode }, clock.now()];
  const arrivals = await countArrivals(db, eventId, now);
  const begins = [arrivals.firstAt, await findFirstMoney(db, scope)].filter((at) => at !== null);
  const first = begins.length > 0 ? new Date(Math.min(...begins.map((at) => Date.parse(at)))) : now;
  const span = { ...spanOf(first, now), timeZone: event.timeZone };
  const money = await listAlbumMoney(db, scope, span);
  const albums = await listSales(db, scope, money);
  return {
    event,
    albums,
    unfiledPhotos: await countUnfiled(db, eventId),
    arrivals,
    batches: await countOpenBatches(db, eventId, now),
    orders: await countEventOrders(db, scope),
    money: addUp(money),
    timeline: { step: span.step, bars: begins.length > 0 ? await drawBars(db, eventId, span, money) : [] },
  };
}

type AlbumMoney = Awaited<ReturnType<typeof listAlbumMoney>>;

async function listSales(db: Db, scope: EventScope, money: AlbumMoney): Promise<EventAlbumSales[]> {
  const entries = Map.groupBy(money, ({ albumId }) => albumId);
  const isWanted = sql<boolean>`line.album_id in (select id from albums where event_id = ${scope.eventId})`;
  const counts = await countSold(db, { mode: scope.mode, isWanted });
  const sold = new Map(counts.map((count) => [count.albumId, count]));
  return (await listEventAlbums(db, scope.eventId)).map((album) => ({
    ...album,
    albumsSold: sold.get(album.id)?.albums ?? 0,
    imagesSold: sold.get(album.id)?.images ?? 0,
    netCents: addUp(entries.get(album.id) ?? []).net,
  }));
}

async function drawBars(db: Db, eventId: number, span: TimeSpan, money: AlbumMoney) {
  const moved = Map.groupBy(money, ({ at }) => at);
  return (await listPhotoBars(db, eventId, span)).map(({ at, photos }) => ({
    at,
    photos,
    netCents: addUp(moved.get(at) ?? []).net,
  }));
}

export function spanOf(first: Date, now: Date): Omit<TimeSpan, 'timeZone'> {
  if (first >= minutesFrom(now, -HOURLY_MINUTES)) return { step: 'hour', from: first, until: now };
  const last = minutesFrom(first, (MAX_DAYS - 1) * DAY_MINUTES);
  return { step: 'day', from: first, until: last < now ? last : now };
}

type EventScope = { eventId: number; mode: PaymentMode };
type TimeStep = 'hour' | 'day';

/** Excludes pictures of the camera clock and unreadable files. */
const IS_PHOTO = sql`images.state in ('received', 'ready')`;

function findEventRow(db: Db, eventId: number) {
  return db
    .selectFrom('events')
    .select(['name', 'brandName', 'producerName', 'venueName', 'city', 'state', 'startDate', 'timeZone'])
    .select(['archived', 'producerShareBasisPoints'])
    .where('id', '=', eventId)
    .executeTakeFirst();
}

type EventAlbum = {
  id: number;
  programName: string;
  teamName: string;
  divisionName: string;
  performanceOrder: number;
  isPublished: boolean;
  photos: number;
  views: number;
};

async function listEventAlbums(db: Db, eventId: number): Promise<EventAlbum[]> {
  const { rows } = await sql<EventAlbum>`
    select id, program_name, team_name, division_name, performance_order, images_count as photos,
      published_at is not null as is_published,
      (select coalesce(sum(views_used), 0)::int from user_found_albums found
        where found.album_id = albums.id) as views
    from albums where event_id = ${eventId} order by performance_order, id`.execute(db);
  return rows;
}

async function countUnfiled(db: Db, eventId: number): Promise<number> {
  const { rows } = await sql<{ photos: number }>`
    select (select count(*) from images where event_id = ${eventId} and album_id is null and state = 'ready'
        and hidden_at is null)
      + (select count(*) from images where event_id = ${eventId} and state = 'received') as photos`.execute(
    db,
  );
  return rows[0]?.photos ?? 0;
}

type Arrivals = {
  firstAt: string | null;
  lastAt: string | null;
  lastMinute: number;
  last10Minutes: number;
  last60Minutes: number;
};

async function countArrivals(db: Db, eventId: number, now: Date): Promise<Arrivals> {
  const { rows } = await sql<Arrivals>`
    select (select min(created_at) from images where event_id = ${eventId} and ${IS_PHOTO}) as first_at,
      (select max(created_at) from images where event_id = ${eventId} and ${IS_PHOTO}) as last_at,
      count(*) filter (where created_at > ${minutesFrom(now, -1)}) as last_minute,
      count(*) filter (where created_at > ${minutesFrom(now, -10)}) as last_10_minutes,
      count(*) as last_60_minutes
    from images where event_id = ${eventId} and created_at > ${minutesFrom(now, -60)} and ${IS_PHOTO}`.execute(
    db,
  );
  return rows[0] as Arrivals;
}

type OpenBatches = { underWay: number; filesArrived: number; filesTotal: number };

/** A batch that has received nothing for a while counts as abandoned. */
async function countOpenBatches(db: Db, eventId: number, now: Date): Promise<OpenBatches> {
  const { rows } = await sql<OpenBatches>`
    select count(*) as under_way, coalesce(sum(arrived), 0)::int as files_arrived,
      coalesce(sum(total_files), 0)::int as files_total
    from ingest_batches batch, lateral (
      select count(*) as arrived, coalesce(bool_or(images.state = 'received'), false) as has_waiting,
        coalesce(max(file.created_at), batch.created_at) as last_file_at
      from ingest_files file left join images on images.id = file.image_id where file.batch_id = batch.id
    ) files
    where batch.event_id = ${eventId} and batch.created_at > ${minutesFrom(now, -DAY_MINUTES)}
      and last_file_at > ${minutesFrom(now, -ABANDONED_MINUTES)} and (arrived < total_files or has_waiting)`.execute(
    db,
  );
  return rows[0] as OpenBatches;
}

/** Producers share in what customers paid before tax, so the card provider's fees are left out too. */
async function listAlbumMoney(
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

async function countEventOrders(db: Db, { eventId, mode }: EventScope): Promise<number> {
  const { rows } = await sql<{ orders: number }>`
    select count(distinct orders.id) as orders
    from albums join order_lines line on line.album_id = albums.id join orders on orders.id = line.order_id
    where albums.event_id = ${eventId} and ${isPaid(mode)}`.execute(db);
  return rows[0]?.orders ?? 0;
}

async function findFirstMoney(db: Db, { eventId, mode }: EventScope): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(occurred_at) as at from ledger_lines where event_id = ${eventId} and mode = ${mode}`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

type TimeSpan = { step: TimeStep; timeZone: string; from: Date; until: Date };

/** Includes hours and days without photos. Hidden photos are left out, as in the number of an event's photos. */
async function listPhotoBars(db: Db, eventId: number, { step, timeZone, from, until }: TimeSpan) {
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
