import { type Insertable, sql, type Updateable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { EVENT_LIST_LIMIT } from '#contract/endpoints/catalogue.ts';
import type { Event } from '#contract/entities/album.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import type { PhotoStep } from '#contract/rules/pricing.ts';
import { selectVersion } from '#server/platform/audit/versions.ts';
import type { Events } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { hasKeywords } from '#server/platform/lists/keywords.ts';
import { givePosterCodes } from './poster-codes.ts';

/**
 * The time zone is read only where there is a date. The flag follows by a job, so a query that lists events may read the
 * flag alone.
 */
const IS_ARCHIVED = sql<boolean>`(events.archived or case when events.archive_date is null then false
  else events.archive_date < (now() at time zone events.time_zone)::date end)`;

/** Events of the release before have no last day, or one before the first day. */
export const LAST_DATE = sql<string>`greatest(events.start_date, events.last_date)`;

export function selectEvents(db: Db) {
  return db
    .selectFrom('events')
    .select([
      'events.id',
      'events.name',
      'events.brandName',
      'events.producerName',
      'events.venueName',
      'events.city',
      'events.state',
      'events.startDate',
      'events.timeZone',
      'events.archiveDate',
      'events.picture',
      LAST_DATE.as('lastDate'),
      IS_ARCHIVED.as('archived'),
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('eventPricings')
          .select(PRICING_FIELDS)
          .whereRef('eventPricings.eventId', '=', 'events.id')
          .orderBy('eventPricings.id'),
      ).as('eventPricings'),
    );
}

export type EventRow = Awaited<ReturnType<typeof findEvents>>[number];

/**
 * The event as a column of statements that list albums, in JSON, whose names are those of the wire. Only the first album of
 * each event has it, so that a long list does not repeat it.
 */
export function selectEventOfAlbum(db: Db, album: 'album' | 'albums') {
  const eventId = sql.ref<number>(`${album}.eventId`);
  const event = jsonObjectFrom(selectEvents(db).where('events.id', '=', eventId));
  return sql<Event | null>`case when row_number() over (partition by ${eventId}) = 1 then ${event} end`.as(
    'event',
  );
}

const listCurrent = prepareStatement((db) =>
  selectEvents(db)
    .where('archived', '=', false)
    .orderBy('startDate', 'desc')
    .orderBy('id', 'desc')
    .limit(EVENT_LIST_LIMIT),
);

export function listCurrentEvents(db: Db) {
  return listCurrent(db, {});
}

/**
 * Changes with every write to a current event or its prices, whoever writes: `xmin` is the number of the transaction that
 * wrote a row, and no later one gets the same number.
 */
const readVersion = prepareStatement((db) =>
  db
    .selectFrom('events')
    .select(
      sql<string>`md5(string_agg(concat_ws('.', events.id, events.xmin, (
        select string_agg(concat_ws('.', pricing.id, pricing.xmin), ' ' order by pricing.id)
        from event_pricings pricing where pricing.event_id = events.id)), ',' order by events.id))`.as(
        'version',
      ),
    )
    .where('archived', '=', false),
);

export async function readEventsVersion(db: Db): Promise<string> {
  const [row] = await readVersion(db, {});
  return row?.version ?? '';
}

const listEventsById = prepareStatement((db, { eventIds }: { eventIds: number[] }) =>
  selectEvents(db).where('id', '=', anyOf(eventIds)),
);

export function findEvents(db: Db, eventIds: number[]) {
  return listEventsById(db, { eventIds });
}

export function findEventFacts(db: Db, eventId: number) {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'trayUuid', 'timeZone', 'startDate', 'brandName', 'producerName'])
    .select(LAST_DATE.as('lastDate'))
    .where('id', '=', eventId)
    .executeTakeFirst();
}

/** A subquery for modules that join events to their own tables. */
export function eventsToJoin(db: Db) {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'trayUuid', 'timeZone', 'startDate', 'producerName', 'archived', 'archiveDate'])
    .select('scheduleVersion');
}

/** The text that a search for events looks in, written as the index on it. */
export const EVENT_TEXT = sql<string>`search_text(events.name || ' ' || events.brand_name || ' ' || events.producer_name || ' ' ||
  events.venue_name || ' ' || events.city || ' ' || events.state)`;

export function searchEvents(db: Db, keywords: string[], limit: number) {
  return selectEvents(db)
    .where('archived', '=', false)
    .where(hasKeywords(EVENT_TEXT, keywords))
    .orderBy('startDate', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

type EventFields = Omit<Insertable<Events>, 'id' | 'trayUuid' | 'createdAt' | 'archived'>;

export async function insertEvent(db: Db, event: EventFields): Promise<number> {
  const { id } = await db.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow();
  await givePosterCodes(db, [{ eventId: id }]);
  return id;
}

export async function updateEventFields(db: Db, eventId: number, fields: Updateable<Events>): Promise<void> {
  await db.updateTable('events').set(fields).where('id', '=', eventId).execute();
}

export function lockEvent(db: Db, eventId: number) {
  return db.selectFrom('events').select('id').where('id', '=', eventId).forUpdate().executeTakeFirst();
}

/** The columns of a pricing inside JSON, named as they cross the wire. */
const PRICING_FIELDS = [
  sql<number>`event_pricings.id`.as('id'),
  sql<number>`share_price_cents`.as('share_price'),
  sql<number | null>`image_price_cents`.as('image_price'),
  sql<PhotoStep[]>`photo_steps`.as('photo_steps'),
  sql<number | null>`athlete_price_cents`.as('athlete_price'),
  sql<{ until: string; percent_off: number } | null>`
    case when early_until is not null
      then json_build_object('until', early_until, 'percent_off', early_percent_off) end`.as('early'),
  sql<{ from: string; percent_more: number } | null>`
    case when late_from is not null
      then json_build_object('from', late_from, 'percent_more', late_percent_more) end`.as('late'),
] as const;

/** Compares the tables `pricing` and `version` of a query. */
export const HAS_OWN_PRICES = sql<boolean>`(pricing.share_price_cents, pricing.image_price_cents, pricing.photo_steps,
  pricing.athlete_price_cents) is distinct from (version.share_price_cents, version.image_price_cents,
  version.photo_steps, version.athlete_price_cents)`;

function selectStaffEvents(db: Db) {
  return selectEvents(db).select([
    'events.autoPublish',
    'events.trayUuid',
    'events.producerShareBasisPoints',
    LAST_DATE.as('lastDate'),
    sql<StaffEvent['price_list']>`(select json_build_object('id', list.id, 'name', list.name,
      'version', version.id, 'number', version.version,
      'is_newest', not exists (select from price_list_versions newer
        where newer.price_list_id = list.id and newer.version > version.version),
      'has_own_prices', ${HAS_OWN_PRICES})
      from price_list_versions version join price_lists list on list.id = version.price_list_id
      join event_pricings pricing on pricing.price_list_version_id = version.id
      where pricing.id = (select min(id) from event_pricings where event_id = events.id))`.as('priceList'),
    sql<number>`(select count(*) from albums where event_id = events.id)`.as('albumsCount'),
    sql<number>`(select coalesce(sum(images_count), 0)::bigint from albums where event_id = events.id)`.as(
      'imagesCount',
    ),
    selectVersion(sql`'event:' || events.id`).as('version'),
  ]);
}

export type StaffEventRow = Awaited<ReturnType<typeof listAllEvents>>[number];

export function listAllEvents(db: Db, { start, limit }: { start: number; limit: number }) {
  return selectStaffEvents(db)
    .orderBy('startDate', 'desc')
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit)
    .execute();
}

export function findStaffEvent(db: Db, eventId: number) {
  return selectStaffEvents(db).where('id', '=', eventId).executeTakeFirst();
}
