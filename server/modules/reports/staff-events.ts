// The staff list of events and the totals at the head of an event.
import { type RawBuilder, sql } from 'kysely';
import type { EventTotals, ListedEvent } from '#contract/entities/staff-event.ts';
import { CURRENT_DAYS, eventList } from '#contract/lists/albums.ts';
import type { Tx } from '#server/context.ts';
import { EVENT_TEXT } from '#server/modules/catalogue/events.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { atOneMoment } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { hasKeywords, splitKeywords } from '#server/platform/lists/keywords.ts';
import { type ListSource, type SortPart, sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { localDate, minutesFrom } from '#server/platform/time/clock.ts';
import { isCustomersMoney } from './album-totals.ts';
import { findPeriod, inRange } from './period.queries.ts';

type EventListType = typeof eventList;
/** An event without a schedule has no last day, and one that was moved may have one before its first day. */
const LAST_DATE = sql`greatest(events.start_date, events.last_date)`;

const todayAt = (now: Date) => sql`(${now}::timestamptz at time zone events.time_zone)::date`;

const IS_UNSORTED = sql`album_id is null and state = 'ready' and hidden_at is null`;
const UNSORTED = sql`(select count(*) from images where event_id = events.id and ${IS_UNSORTED})`;

/** The state of an event by the calendar of its time zone. */
function statusAt(now: Date): RawBuilder<ListedEvent['status']> {
  const today = todayAt(now);
  return sql`case when events.archived then 'archived' when events.start_date > ${today} then 'upcoming'
    when ${LAST_DATE} < ${today} then 'over' else 'running' end`;
}

/** The state of an event and its totals so far. */
const stateAt = (now: Date, mode: PaymentMode) => sql`
  events.start_date, ${LAST_DATE} as last_date, ${statusAt(now)} as status,
  (select count(*) from albums where event_id = events.id) as albums_count,
  (select count(published_at) from albums where event_id = events.id) as published_count,
  (select coalesce(sum(images_count), 0)::bigint from albums where event_id = events.id) + ${UNSORTED} as images_count,
  ${UNSORTED} as unsorted_count,
  (select coalesce(sum(amount_cents), 0)::bigint from ledger_lines
    where event_id = events.id and ${isCustomersMoney(mode)}) as sales`;

/** Current events, newest first, then upcoming ones, soonest first, then the others, newest first. */
function currentFirst(now: Date): SortPart[] {
  const utcDay = sql`(${now}::timestamptz at time zone 'UTC')::date`;
  // Only an event that begins about now needs the calendar of its time zone, which takes long to look up for thousands.
  const isUpcoming = sql`(events.start_date > ${utcDay} - 2
    and (events.start_date > ${utcDay} + 2 or events.start_date > ${todayAt(now)}))`;
  const isCurrent = sql`(not events.archived and ${LAST_DATE} >= ${utcDay} - ${CURRENT_DAYS}::int)`;
  const day = sql`(events.start_date - date '2000-01-01')`;
  return [
    sortPart(sql`case when ${isUpcoming} then 1 when ${isCurrent} then 2 else 0 end`, 'bigint'),
    sortPart(sql`case when ${isUpcoming} then -${day} else ${day} end`, 'bigint'),
  ];
}

const ALBUMS = sql`(
  select event_id, count(*) as albums, sum(images_count)::bigint as photos from albums group by event_id) filed`;
const NEEDS_SORTING = sql`(
  select event_id, count(*) as unsorted from images where ${IS_UNSORTED} group by event_id) tray`;
const salesOf = (mode: PaymentMode) => sql`(
  select event_id, sum(amount_cents)::bigint as cents from ledger_lines
  where ${isCustomersMoney(mode)} group by event_id) sold`;

/** Sums of all events are joined only where the list is sorted by them. */
function sumsFor(key: string, mode: PaymentMode): RawBuilder<unknown> {
  const [filed, tray] = [
    sql`left join ${ALBUMS} on filed.event_id = events.id`,
    sql`left join ${NEEDS_SORTING} on tray.event_id = events.id`,
  ];
  if (key === 'albums_count') return filed;
  if (key === 'unsorted_count') return tray;
  if (key === 'images_count') return sql`${filed} ${tray}`;
  return key === 'sales' ? sql`left join ${salesOf(mode)} on sold.event_id = events.id` : sql``;
}

export function eventSource({
  clock,
  payments: { mode },
}: Pick<Tx, 'clock' | 'payments'>): ListSource<EventListType> {
  const listWith = (sums: RawBuilder<unknown>) =>
    sqlList(eventList, {
      from: sql`events ${sums}`,
      select: sql`events.id, events.name, events.brand_name, events.producer_name, events.venue_name, events.city,
        events.state, ${stateAt(clock.now(), mode)}`,
      id: sortPart('events.id', 'bigint'),
      sorts: {
        current: currentFirst(clock.now()),
        start_date: [sortPart('events.start_date', 'date')],
        name: [sortPart('lower(events.name)', 'text')],
        brand_name: [sortPart('lower(events.brand_name)', 'text')],
        albums_count: [sortPart('coalesce(filed.albums, 0)', 'bigint')],
        images_count: [sortPart('coalesce(filed.photos, 0) + coalesce(tray.unsorted, 0)', 'bigint')],
        unsorted_count: [sortPart('coalesce(tray.unsorted, 0)', 'bigint')],
        sales: [sortPart('coalesce(sold.cents, 0)', 'bigint')],
      },
      where: ({ q = '', state }) => [
        hasKeywords(EVENT_TEXT, splitKeywords(q)),
        ...(state === undefined ? [] : [sql<boolean>`${statusAt(clock.now())} = ${state}`]),
      ],
    });
  return {
    readPage: (db, request) => listWith(sumsFor(request.sort.key, mode)).readPage(db, request),
    count: (db, filters) => listWith(sql``).count(db, filters),
  };
}

/** A performance lasts minutes; nothing is on when the last one began long ago. */
const LONGEST_PERFORMANCE_MINUTES = 30;
const DAY_MS = 86_400_000;
const daysBetween = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

export async function showEventTotals(
  { db, clock, log, payments: { mode } }: Pick<Tx, 'db' | 'clock' | 'log' | 'payments'>,
  eventId: number,
): Promise<EventTotals> {
  const now = clock.now();
  const { few_photos_warning: fewest } = await getSettings({ db, log });
  return atOneMoment(db, async (tx) => {
    const found = await sql<Omit<ListedEvent, 'id'> & { time_zone: string }>`
      select events.time_zone, ${stateAt(now, mode)} from events where id = ${eventId}`.execute(
      tx.withoutPlugins(),
    );
    const [event] = found.rows;
    if (!event) throw new AppError('not_found');
    const { time_zone, start_date: startDate, last_date: lastDate, ...totals } = event;
    const today = localDate(now, time_zone);
    const period = await findPeriod(tx, { start_date: today, end_date: today, time_zone });
    const sold = await sql<{ cents: number }>`
      select coalesce(sum(line.amount_cents), 0)::bigint as cents from ledger_lines line
      where line.event_id = ${eventId} and line.kind not in ('fee', 'dispute_fee') and ${inRange({ ...period, mode })}`.execute(
      tx,
    );
    // The performance that began last.
    const performing = await sql<{ performanceOrder: number }>`
      select performance_order from albums
      where event_id = ${eventId} and planned_at <= ${now}
        and planned_at > ${minutesFrom(now, -LONGEST_PERFORMANCE_MINUTES)}
      order by planned_at desc, performance_order desc limit 1`.execute(tx);
    const waiting = await sql<{ albums: number; cameras: number }>`
      select (select count(*) from albums where event_id = events.id and events.auto_publish
          and published_at is null and images_count > 0 and images_count < ${fewest}) as albums,
        (select count(*) from cameras where event_id = events.id
          and offset_seconds is null and suggested_offset_seconds is not null) as cameras
      from events where id = ${eventId}`.execute(tx);
    return {
      event: eventId,
      ...totals,
      day: totals.status === 'running' ? daysBetween(startDate, today) : null,
      days: daysBetween(startDate, lastDate),
      order_now: performing.rows[0]?.performanceOrder ?? null,
      sales_today: sold.rows[0]?.cents ?? 0,
      few_photos: { albums: waiting.rows[0]?.albums ?? 0, fewest },
      clock_hints: waiting.rows[0]?.cameras ?? 0,
    };
  });
}
