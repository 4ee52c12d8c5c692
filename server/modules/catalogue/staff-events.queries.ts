import { sql } from 'kysely';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { selectVersion } from '#server/platform/audit/versions.ts';
import type { Db } from '#server/platform/database/database.ts';
import { LAST_DATE, selectEvents } from './events.ts';

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
