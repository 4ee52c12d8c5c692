import { type RawBuilder, sql } from 'kysely';
import type { ListedEvent } from '#contract/entities/staff-event.ts';
import { CURRENT_DAYS, eventList } from '#contract/lists/albums.ts';
import { EVENT_TEXT } from '#server/modules/catalogue/events.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import { hasKeywords, splitKeywords } from '#server/platform/keywords.ts';
import {
  type ListSource,
  type PageRequest,
  type SortPart,
  sortPart,
  sqlList,
} from '#server/platform/lists/list-source.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

type EventListType = typeof eventList;

export type ListedEventRow = {
  id: number;
  name: string;
  brandName: string;
  producerName: string;
  venueName: string;
  city: string;
  state: string;
  startDate: string;
  lastDate: string;
  standing: ListedEvent['standing'];
};

/** Events of the release before have no last day, or one before the first day. */
const LAST_DATE = sql`greatest(events.start_date, events.last_date)`;

const todayAt = (now: Date) => sql`(${now}::timestamptz at time zone events.time_zone)::date`;

/** Where an event stands by the calendar of its time zone. */
export function standingAt(now: Date): RawBuilder<ListedEvent['standing']> {
  const today = todayAt(now);
  return sql`case when events.archived then 'archived' when events.start_date > ${today} then 'upcoming'
    when ${LAST_DATE} < ${today} then 'over' else 'running' end`;
}

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

const EVENTS = sql`events`;

/**
 * Selects events among which the first ones of the list are. These are all that are current or upcoming, which are few, and
 * the newest of the others.
 */
function firstEvents(now: Date, count: number): RawBuilder<unknown> {
  const since = sql`(${now}::timestamptz at time zone 'UTC')::date - ${CURRENT_DAYS}::int`;
  return sql`(
    select * from events where start_date >= ${since} or last_date >= ${since}
    union all (
      select * from events where start_date < ${since} and coalesce(last_date < ${since}, true)
      order by start_date desc, id desc limit ${count})) events`;
}

/** Tells whether this is the list as it opens. Filters and later pages want other events too. */
function isFirstPage({ filters, sort, after, start }: PageRequest<EventListType>): boolean {
  const isFiltered = splitKeywords(filters.q ?? '').length > 0 || filters.state !== undefined;
  return (
    sort.key === 'current' && sort.direction === 'desc' && after === undefined && start === 0 && !isFiltered
  );
}

const ALBUMS = sql`(
  select event_id, count(*) as albums, sum(images_count) as photos from albums group by event_id)`;
const DOUBTFUL = sql`(
  select event_id, count(*) as doubtful from images
  where album_id is null and state = 'ready' and hidden_at is null group by event_id)`;

/** Sums of all events are joined only where the list is sorted by them. */
async function joinFigures(key: string, { mode, refreshSums }: EventSums): Promise<RawBuilder<unknown>> {
  const join = (figures: RawBuilder<unknown>, name: string) =>
    sql`left join ${figures} ${sql.raw(name)} on ${sql.raw(name)}.event_id = events.id`;
  if (key === 'albums_count') return join(ALBUMS, 'filed');
  if (key === 'doubtful_count') return join(DOUBTFUL, 'tray');
  if (key === 'images_count') return sql`${join(ALBUMS, 'filed')} ${join(DOUBTFUL, 'tray')}`;
  if (key !== 'sales') return sql``;
  await refreshSums();
  return sql`join (select event_id, cents from kept_event_sums where mode = ${mode}) sold on sold.event_id = events.id`;
}

type EventSums = {
  mode: PaymentMode;
  /** Brings the kept sums up to date. */
  refreshSums(): Promise<void>;
};

export function eventSource(
  { clock, ...sums }: { clock: Clock } & EventSums,
  toRows: (rows: ListedEventRow[], db: Db) => Promise<ListedEvent[]>,
): ListSource<EventListType> {
  const listFrom = (figures: RawBuilder<unknown>, id = 'events.id', events = EVENTS) =>
    sqlList<EventListType, ListedEventRow>(eventList, {
      from: sql`${events} ${figures}`,
      select: sql`events.id, events.name, events.brand_name, events.producer_name, events.venue_name, events.city,
        events.state, events.start_date, ${LAST_DATE} as last_date, ${standingAt(clock.now())} as standing`,
      id: sortPart(id, 'bigint'),
      sorts: {
        current: currentFirst(clock.now()),
        start_date: [sortPart('events.start_date', 'date')],
        name: [sortPart('lower(events.name)', 'text')],
        brand_name: [sortPart('lower(events.brand_name)', 'text')],
        albums_count: [sortPart('coalesce(filed.albums, 0)', 'bigint')],
        images_count: [sortPart('coalesce(filed.photos, 0) + coalesce(tray.doubtful, 0)', 'bigint')],
        doubtful_count: [sortPart('coalesce(tray.doubtful, 0)', 'bigint')],
        sales: [sortPart('sold.cents', 'bigint')],
      },
      where: ({ q = '', state }) => [
        hasKeywords(EVENT_TEXT, splitKeywords(q)),
        ...(state === undefined ? [] : [sql<boolean>`${standingAt(clock.now())} = ${state}`]),
      ],
      toRows,
    });
  return {
    async readPage(db, request) {
      const { key } = request.sort;
      // A page is found in the index of the sums only by columns of their own.
      const id = key === 'sales' ? 'sold.event_id' : 'events.id';
      const events = isFirstPage(request) ? firstEvents(clock.now(), request.limit + 1) : EVENTS;
      return listFrom(await joinFigures(key, sums), id, events).readPage(db, request);
    },
    count: (db, filters) => listFrom(sql``).count(db, filters),
  };
}
