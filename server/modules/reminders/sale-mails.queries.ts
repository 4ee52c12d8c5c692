import { type Expression, sql } from 'kysely';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { favoritesToJoin } from '#server/modules/found-albums/favorites.ts';
import { holdersToJoin } from '#server/modules/found-albums/held-album.ts';
import { cartItemsToJoin, unpaidItemsToJoin } from '#server/modules/orders/cart.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { SaleMailKind, WantedItem } from './reminders.rules.ts';

export type Addressee = { userId: number; eventId: number };

type Page = { after: Addressee; limit: number };
type Row = { userId: number; eventId: number };

/** The customers' favorites, cart items and unpaid orders. */
function withWanted(db: Db) {
  return db.with('wanted', () =>
    favoritesToJoin(db)
      .select(sql<boolean>`false`.as('isInCart'))
      .unionAll(cartItemsToJoin(db).select(sql<boolean>`true`.as('isInCart')))
      .unionAll(unpaidItemsToJoin(db).select(sql<boolean>`true`.as('isInCart'))),
  );
}

function wantedOfAlbums(db: Db) {
  return withWanted(db)
    .selectFrom('wanted')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'wanted.albumId')
    .where('album.publishedAt', 'is not', null);
}

/** Customers whose latest change at an event is between `staleBefore` and `quietSince`. */
export async function listToRemind(
  db: Db,
  { quietSince, staleBefore, ...page }: Page & { quietSince: Date; staleBefore: Date },
): Promise<Addressee[]> {
  const people = wantedOfAlbums(db)
    .select(['wanted.userId', 'album.eventId'])
    .where('wanted.createdAt', '>', staleBefore.toISOString())
    .groupBy(['wanted.userId', 'album.eventId'])
    .having((eb) => eb(eb.fn.max('wanted.createdAt'), '<=', quietSince.toISOString()));
  return listUnsent(db, people, 'reminder', page);
}

/** Everybody who holds, marked or wants something of the events that are archived between the two days. */
export async function listToWarn(
  db: Db,
  { today, until, ...page }: Page & { today: string; until: string },
): Promise<Addressee[]> {
  const people = withWanted(db)
    .with('reached', (query) =>
      holdersToJoin(db)
        .clearSelect()
        .select(['userId', 'albumId'])
        .unionAll(query.selectFrom('wanted').select(['wanted.userId', 'wanted.albumId'])),
    )
    .selectFrom('reached')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'reached.albumId')
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'album.eventId')
    .select(['reached.userId', 'album.eventId'])
    .distinct()
    .where('album.publishedAt', 'is not', null)
    .where('event.archived', '=', false)
    .where('event.archiveDate', '>=', today)
    .where('event.archiveDate', '<=', until);
  return listUnsent(db, people, 'last_days', page);
}

/** Leaves out customers who already got this mail about this event. */
async function listUnsent(
  db: Db,
  people: Expression<Row>,
  kind: SaleMailKind,
  { after, limit }: Page,
): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select people.user_id, people.event_id from ${people} people
    where (people.user_id, people.event_id) > (${after.userId}, ${after.eventId}) and not exists (
      select from sale_mails mail
      where mail.user_id = people.user_id and mail.event_id = people.event_id and mail.kind = ${kind})
    order by people.user_id, people.event_id limit ${limit}`.execute(db);
  return rows;
}

export type WantedRow = WantedItem & { createdAt: string; isInCart: boolean };

/** Newest first. */
export function listWanted(
  db: Db,
  { userId, eventId, limit }: Addressee & { limit: number },
): Promise<WantedRow[]> {
  return wantedOfAlbums(db)
    .select(['wanted.albumId', 'wanted.imageId', 'wanted.createdAt', 'wanted.isInCart'])
    .where('wanted.userId', '=', userId)
    .where('album.eventId', '=', eventId)
    .orderBy('wanted.createdAt', 'desc')
    .limit(limit)
    .execute();
}

/** Albums that the customer found, those they viewed first. */
export async function listHeld(
  db: Db,
  { userId, eventId, limit }: Addressee & { limit: number },
): Promise<number[]> {
  const rows = await db
    .with('held', () => holdersToJoin(db))
    .selectFrom('held')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'held.albumId')
    .select('album.id')
    .where('held.userId', '=', userId)
    .where('album.eventId', '=', eventId)
    .where('album.publishedAt', 'is not', null)
    .orderBy('held.viewsUsed', 'desc')
    .orderBy('album.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasMailSince(db: Db, userId: number, since: Date): Promise<boolean> {
  const mail = await db
    .selectFrom('saleMails')
    .select('id')
    .where('userId', '=', userId)
    .where('createdAt', '>', since.toISOString())
    .where('droppedAt', 'is', null)
    .executeTakeFirst();
  return mail !== undefined;
}

/** Returns undefined if the customer already got this mail about the event. */
export async function insertSaleMail(
  db: Db,
  { items, ...mail }: Addressee & { kind: SaleMailKind; createdAt: Date; items: readonly WantedItem[] },
): Promise<number | undefined> {
  const row = await db
    .insertInto('saleMails')
    .values(mail)
    .onConflict((conflict) => conflict.columns(['userId', 'eventId', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return undefined;
  await db
    .insertInto('saleMailItems')
    .values(items.map(({ albumId, imageId }) => ({ mailId: row.id, albumId, imageId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return row.id;
}

export async function findSaleMail(db: Db, mailId: number) {
  const mail = await db
    .selectFrom('saleMails')
    .select(['id', 'userId', 'eventId', 'kind', 'sentAt', 'droppedAt'])
    .where('id', '=', mailId)
    .executeTakeFirst();
  return mail && { ...mail, kind: mail.kind as SaleMailKind };
}

export function listItems(db: Db, mailId: number): Promise<WantedItem[]> {
  return db.selectFrom('saleMailItems').select(['albumId', 'imageId']).where('mailId', '=', mailId).execute();
}

export async function endMail(
  db: Db,
  mailId: number,
  end: { sentAt: Date } | { droppedAt: Date },
): Promise<void> {
  await db
    .updateTable('saleMails')
    .set(end)
    .where('id', '=', mailId)
    .where('sentAt', 'is', null)
    .where('droppedAt', 'is', null)
    .execute();
}

/** Counts the first time only. */
export async function markMailOpened(db: Db, mailId: number, now: Date): Promise<void> {
  await db
    .updateTable('saleMails')
    .set({ openedAt: now })
    .where('id', '=', mailId)
    .where('openedAt', 'is', null)
    .execute();
}
