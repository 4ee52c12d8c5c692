import { type Insertable, sql, type Updateable } from 'kysely';
import { MAX_EVENTS_AT_ONCE } from '#contract/endpoints/price-lists.ts';
import { selectVersion } from '#server/platform/audit/versions.ts';
import type { PriceLists, PriceListVersions } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { HAS_OWN_PRICES } from './staff-events.queries.ts';

/** Archived lists are never deleted, because events use them; the oldest of them are left out. */
const MAX_LISTED = 500;

/** Each list with its newest version. */
function selectPriceLists(db: Db) {
  return db
    .selectFrom('priceLists')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('priceListVersions')
          .select([
            'priceListVersions.id as versionId',
            'version',
            'priceListVersions.createdAt as changedAt',
          ])
          .select(['sharePriceCents', 'imagePriceCents', 'photoSteps', 'athletePriceCents'])
          .whereRef('priceListId', '=', 'priceLists.id')
          .orderBy('version', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('priceLists')
    .selectAll('newest')
    .select(selectVersion(sql`'price-list:' || price_lists.id`).as('changeId'));
}

export type PriceListRow = Awaited<ReturnType<typeof listRows>>[number];

export function listRows(db: Db) {
  return selectPriceLists(db)
    .orderBy(sql`archived_at is null`, 'desc')
    .orderBy(sql`archived_at`, 'desc')
    .orderBy(sql`lower(name)`)
    .limit(MAX_LISTED)
    .execute();
}

export function findRow(db: Db, listId: number) {
  return selectPriceLists(db).where('priceLists.id', '=', listId).executeTakeFirst();
}

export function lockList(db: Db, listId: number) {
  return db.selectFrom('priceLists').select('id').where('id', '=', listId).forUpdate().executeTakeFirst();
}

export function listCurrentNames(db: Db) {
  return db.selectFrom('priceLists').select(['id', 'name']).where('archivedAt', 'is', null).execute();
}

export function findVersion(db: Db, versionId: number) {
  return db.selectFrom('priceListVersions').select('id').where('id', '=', versionId).executeTakeFirst();
}

export async function insertList(db: Db, list: Insertable<PriceLists>): Promise<number> {
  return (await db.insertInto('priceLists').values(list).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateList(db: Db, listId: number, fields: Updateable<PriceLists>): Promise<void> {
  await db.updateTable('priceLists').set(fields).where('id', '=', listId).execute();
}

export async function insertVersion(db: Db, version: Insertable<PriceListVersions>): Promise<void> {
  await db.insertInto('priceListVersions').values(version).execute();
}

/** The first pricing of each event that was taken from one of these lists. */
function selectUses(db: Db, listIds: number[]) {
  return db
    .selectFrom('eventPricings as pricing')
    .innerJoin('priceListVersions as version', 'version.id', 'pricing.priceListVersionId')
    .where('version.priceListId', '=', anyOf(listIds))
    .where(
      sql<boolean>`pricing.id = (select min(id) from event_pricings first where first.event_id = pricing.event_id)`,
    );
}

export function countEvents(db: Db, listIds: number[]) {
  return selectUses(db, listIds)
    .select(({ fn }) => ['version.priceListId', fn.countAll<number>().as('events')])
    .groupBy('version.priceListId')
    .execute();
}

/** Upcoming events that use an older version of these lists as it was. */
export function listOutdated(db: Db, listIds: number[], now: Date) {
  return selectUses(db, listIds)
    .innerJoin('events', 'events.id', 'pricing.eventId')
    .select(['version.priceListId', 'events.id', 'events.name', 'events.startDate'])
    .where('events.archived', '=', false)
    .where(sql<boolean>`events.start_date > (${now}::timestamptz at time zone events.time_zone)::date`)
    .where(
      sql<boolean>`exists (select from price_list_versions newer
        where newer.price_list_id = version.price_list_id and newer.version > version.version)`,
    )
    .where(sql<boolean>`not ${HAS_OWN_PRICES}`)
    .orderBy('events.startDate')
    .orderBy('events.id')
    .limit(MAX_EVENTS_AT_ONCE)
    .execute();
}
