import { type Insertable, sql, type Updateable } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  MAX_EVENTS_AT_ONCE,
  MAX_PRICE_LISTS,
  type NewPriceList,
  type PriceList,
  type priceListEndpoints,
} from '#contract/endpoints/price-lists.ts';
import type { ListPrices } from '#contract/entities/staff-event.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, recordChange, selectVersion, versionOf } from '#server/platform/audit/versions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { PriceLists, PriceListVersions } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { setPricing } from './edit-event.ts';
import { findEvents, HAS_OWN_PRICES, lockEvent } from './events.ts';

type PricesTx = Pick<Tx, 'db' | 'clock'>;
type ListEdit = BodyOf<typeof priceListEndpoints.updatePriceList>;

export async function listPriceLists(tx: PricesTx): Promise<PriceList[]> {
  return toWire(tx, await listRows(tx.db));
}

async function getPriceList(tx: PricesTx, listId: number): Promise<PriceList> {
  const row = await findRow(tx.db, listId);
  const [list] = await toWire(tx, row ? [row] : []);
  if (!list) throw new AppError('not_found');
  return list;
}

export async function createPriceList(
  tx: PricesTx,
  actor: Actor,
  { name, memo, prices }: NewPriceList,
): Promise<PriceList> {
  await requireFreeName(tx.db, name);
  const priceListId = await insertList(tx.db, { name, memo });
  await insertVersion(tx.db, { priceListId, version: 1, ...toColumns(prices) });
  const after = await getPriceList(tx, priceListId);
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: 'price-list.create',
    subject: `price-list:${priceListId}`,
    after: toRecord(after),
  });
  return after;
}

export async function updatePriceList(
  tx: PricesTx,
  actor: Actor,
  { listId, edit }: { listId: number; edit: ListEdit },
): Promise<PriceList> {
  const { db, clock } = tx;
  const { version, ...sent } = edit;
  const { prices, archived, ...fields } = sent;
  const isNamed = edit.name !== undefined || archived === false;
  if (isNamed) await advisoryLock(db, 'price-lists');
  await lockList(db, listId);
  const before = await getPriceList(tx, listId);
  const subject = `price-list:${listId}`;
  await checkVersion(db, { subject, version, edit: sent });
  if (isNamed) await requireFreeName(db, edit.name ?? before.name, listId);
  const archivedAt = archived ? clock.now() : null;
  const state = archived === undefined || archived === before.archived ? {} : { archivedAt };
  if (Object.keys({ ...fields, ...state }).length > 0) await updateList(db, listId, { ...fields, ...state });
  if (prices && JSON.stringify(toColumns(prices)) !== JSON.stringify(toColumns(before.prices))) {
    await insertVersion(db, { priceListId: listId, version: before.number + 1, ...toColumns(prices) });
  }
  const after = await getPriceList(tx, listId);
  await recordChange(db, {
    actorId: actor.userId,
    action: 'price-list.update',
    subject,
    before: toRecord(before),
    after: toRecord(after),
  });
  return { ...after, version: await versionOf(db, subject) };
}

/** Moves events to the newest version. What no longer qualifies by now is left as it is; early and late prices stay. */
export async function applyPriceList(
  tx: PricesTx,
  actor: Actor,
  { listId, eventIds }: { listId: number; eventIds: readonly number[] },
): Promise<{ updated: number[] }> {
  const { db } = tx;
  await lockList(db, listId);
  const wanted = [...new Set(eventIds)].toSorted((a, b) => a - b);
  for (const eventId of wanted) await lockEvent(db, eventId);
  const { prices, price_list_version, outdated } = await getPriceList(tx, listId);
  const updated = wanted.filter((id) => outdated.some((event) => event.id === id));
  for (const eventId of updated) {
    const [event] = await findEvents(db, [eventId]);
    const { early = null, late = null } = event?.eventPricings[0] ?? {};
    const changed = { ...prices, early, late, price_list_version };
    await setPricing(tx, actor, { eventId, edit: changed });
  }
  return { updated };
}

/** Holds the names of all lists until the transaction ends. */
async function requireFreeName(db: Db, name: string, ownId?: number): Promise<void> {
  await advisoryLock(db, 'price-lists');
  const others = (await listCurrentNames(db, name)).filter(({ id }) => id !== ownId);
  if (others.some(({ hasName }) => hasName))
    throw new AppError('already_exists', { message: 'There is already a price list with this name.' });
  if (others.length >= MAX_PRICE_LISTS)
    throw new AppError('conflict', {
      message: `You can have up to ${MAX_PRICE_LISTS} price lists. Archive one first.`,
    });
}

function toColumns(prices: ListPrices) {
  return {
    sharePriceCents: prices.share_price,
    imagePriceCents: prices.image_price,
    photoSteps: JSON.stringify(prices.photo_steps.map(({ photos, price }) => ({ photos, price }))),
    athletePriceCents: prices.athlete_price,
  };
}

const toRecord = ({ name, memo, archived, number, prices }: PriceList) => ({
  name,
  memo,
  archived,
  version: number,
  prices,
});

async function toWire({ db, clock }: PricesTx, rows: PriceListRow[]): Promise<PriceList[]> {
  const ids = rows.map(({ id }) => id);
  const events = new Map((await countEvents(db, ids)).map((row) => [row.priceListId, row.events]));
  const outdated = await listOutdated(db, ids, clock.now());
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    memo: row.memo,
    archived: row.archivedAt !== null,
    version: row.changeId,
    price_list_version: row.versionId,
    number: row.version,
    prices: {
      share_price: row.sharePriceCents,
      image_price: row.imagePriceCents,
      photo_steps: row.photoSteps as unknown as ListPrices['photo_steps'],
      athlete_price: row.athletePriceCents,
    },
    changed_at: toIso(row.changedAt),
    events: events.get(row.id) ?? 0,
    outdated: outdated
      .filter(({ priceListId }) => priceListId === row.id)
      .map(({ id, name, startDate }) => ({ id, name, start_date: startDate })),
  }));
}

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

type PriceListRow = Awaited<ReturnType<typeof listRows>>[number];

function listRows(db: Db) {
  return selectPriceLists(db)
    .orderBy(sql`archived_at is null`, 'desc')
    .orderBy(sql`archived_at`, 'desc')
    .orderBy(sql`lower(name)`)
    .limit(MAX_LISTED)
    .execute();
}

function findRow(db: Db, listId: number) {
  return selectPriceLists(db).where('priceLists.id', '=', listId).executeTakeFirst();
}

function lockList(db: Db, listId: number) {
  return db.selectFrom('priceLists').select('id').where('id', '=', listId).forUpdate().executeTakeFirst();
}

/** The database compares the names, because it has another lowercase for some letters than JavaScript. */
function listCurrentNames(db: Db, name: string) {
  return db
    .selectFrom('priceLists')
    .select(['id', sql<boolean>`lower(name) = lower(${name})`.as('hasName')])
    .where('archivedAt', 'is', null)
    .execute();
}

async function insertList(db: Db, list: Insertable<PriceLists>): Promise<number> {
  return (await db.insertInto('priceLists').values(list).returning('id').executeTakeFirstOrThrow()).id;
}

async function updateList(db: Db, listId: number, fields: Updateable<PriceLists>): Promise<void> {
  await db.updateTable('priceLists').set(fields).where('id', '=', listId).execute();
}

async function insertVersion(db: Db, version: Insertable<PriceListVersions>): Promise<void> {
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

function countEvents(db: Db, listIds: number[]) {
  return selectUses(db, listIds)
    .select(({ fn }) => ['version.priceListId', fn.countAll<number>().as('events')])
    .groupBy('version.priceListId')
    .execute();
}

/** Upcoming events that use an older version of these lists as it was. */
function listOutdated(db: Db, listIds: number[], now: Date) {
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
