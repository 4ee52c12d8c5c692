import { sql } from 'kysely';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { selectVersion } from '#server/platform/audit/versions.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { type EventRow, LAST_DATE, selectEvents } from './events.ts';

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
    selectVersion(sql`'event:' || events.id`).as('version'),
  ]);
}

type Found = EventRow & {
  autoPublish: boolean;
  trayUuid: string;
  producerShareBasisPoints: number | null;
  lastDate: string;
  priceList: StaffEvent['price_list'];
  version: number;
};
export type StaffEventRow = Found & { albumsCount: number; imagesCount: number };

async function addCounts(db: Db, events: Found[]): Promise<StaffEventRow[]> {
  const counts = await db
    .selectFrom('albums')
    .select('eventId')
    .select([
      sql<number>`count(*)`.as('albumsCount'),
      sql<number>`coalesce(sum(images_count), 0)::bigint`.as('imagesCount'),
    ])
    .where('eventId', '=', anyOf(events.map(({ id }) => id)))
    .groupBy('eventId')
    .execute();
  const byEvent = new Map(counts.map((count) => [count.eventId, count]));
  return events.map((event) => ({
    ...event,
    albumsCount: byEvent.get(event.id)?.albumsCount ?? 0,
    imagesCount: byEvent.get(event.id)?.imagesCount ?? 0,
  }));
}

export async function listAllEvents(
  db: Db,
  { start, limit }: { start: number; limit: number },
): Promise<StaffEventRow[]> {
  const events = await selectStaffEvents(db)
    .orderBy('startDate', 'desc')
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit)
    .execute();
  return addCounts(db, events);
}

export async function findStaffEvent(db: Db, eventId: number): Promise<StaffEventRow | undefined> {
  const events = await selectStaffEvents(db).where('id', '=', eventId).execute();
  return (await addCounts(db, events))[0];
}
