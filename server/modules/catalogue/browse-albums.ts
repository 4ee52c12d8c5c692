import { sql } from 'kysely';
import type { Album, AlbumOnly, Event } from '#contract/entities/album.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { ANYONE } from '#server/platform/security/image-tokens.ts';
import { type Purchases, prepareWith } from './album-ownership.ts';
import { type AlbumRow, findAlbum, findAlbums, listAlbumsOfEvents, selectAlbums } from './albums.ts';
import { toWireAlbum, toWireAlbumOnly, toWireEvent, toWireStaffEvent } from './catalogue.wire.ts';
import { openCover } from './covers.ts';
import {
  findEvents,
  findStaffEvent,
  listAllEvents,
  listCurrentEvents,
  readEventsVersion,
  selectEventOfAlbum,
} from './events.ts';

type AlbumTx = Pick<Tx, 'db' | 'clock' | 'imageKeys'>;

const OPEN_ALBUMS_LIMIT = 300;

export async function listOpenAlbums(context: AlbumTx, actor: Actor): Promise<Album[]> {
  const newest = await selectAlbums(context.db)
    .innerJoin('events', 'events.id', 'albums.eventId')
    .where('events.archived', '=', false)
    .where('publishedAt', 'is not', null)
    .orderBy('publishedAt', 'desc')
    .orderBy('albums.id', 'desc')
    .limit(OPEN_ALBUMS_LIMIT)
    .execute();
  return toAlbums(context, newest, actor.userId);
}

export async function listAlbumsOf(context: AlbumTx, actor: Actor, eventIds: number[]): Promise<Album[]> {
  const rows = await listAlbumsOfEvents(context.db, eventIds);
  return joinEvents(context, rows, { events: eventsOf(rows), userId: actor.userId });
}

/** Anyone who has the link to an album may see its cover. */
export async function getPublicAlbum(context: AlbumTx, uuid: string): Promise<Album> {
  const album = await selectAlbums(context.db)
    .where('uuid', '=', uuid)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst();
  if (!album) throw new AppError('not_found');
  return toWireAlbum(album, await getEvent(context.db, album.eventId), openCover(context, album));
}

const statementsFor = prepareWith((purchases) => ({
  listOne: prepareStatement((db, { userId, albumId }: { userId: number; albumId: number }) =>
    selectAlbums(db)
      .select(selectEventOfAlbum(db, 'albums'))
      .select(
        sql<boolean>`exists (select from ${purchases.boughtItems(db)} item
          where item.user_id = ${userId} and item.album_id = albums.id and item.image_id is null)`.as(
          'isOwned',
        ),
      )
      .where('albums.id', '=', albumId),
  ),
}));

/** One statement, because every album page asks for it. */
export async function findAlbumWithEvent(
  context: AlbumTx & { purchases: Purchases },
  userId: number,
  albumId: number,
): Promise<{ album: Album; publishedAt: string | null; isOwned: boolean } | undefined> {
  const rows = await statementsFor(context.purchases).listOne(context.db, { userId, albumId });
  const [album] = joinEvents(context, rows, { events: eventsOf(rows), userId });
  const [row] = rows;
  return row && album && { album, publishedAt: row.publishedAt, isOwned: row.isOwned };
}

export async function toAlbums(context: AlbumTx, rows: AlbumRow[], userId: number): Promise<Album[]> {
  const events = await eventsById(
    context.db,
    rows.map(({ eventId }) => eventId),
  );
  return joinEvents(context, rows, { events, userId });
}

function joinEvents(
  context: AlbumTx,
  rows: readonly AlbumRow[],
  { events, userId }: { events: ReadonlyMap<number, Event>; userId: number },
): Album[] {
  return rows.flatMap((row) => {
    const event = events.get(row.eventId);
    return event ? [toWireAlbum(row, event, openCover(context, row, userId))] : [];
  });
}

export type AlbumWithEvent = { album: AlbumOnly; event: Event; publishedAt: string | null };

/** Leaves out albums whose event is missing. */
export async function albumsById(
  context: AlbumTx,
  albumIds: number[],
  userId: number,
): Promise<Map<number, AlbumWithEvent>> {
  const rows = await findAlbums(context.db, albumIds);
  const events = await eventsById(
    context.db,
    rows.map(({ eventId }) => eventId),
  );
  const found = new Map<number, AlbumWithEvent>();
  for (const row of rows) {
    const event = events.get(row.eventId);
    const album = toWireAlbumOnly(row, openCover(context, row, userId));
    if (event) found.set(row.id, { album, event, publishedAt: row.publishedAt });
  }
  return found;
}

/** The published ones of some albums in the given order, with the covers that anyone with a link may see. */
export async function publicAlbums(context: AlbumTx, albumIds: number[]): Promise<AlbumWithEvent[]> {
  const found = await albumsById(context, albumIds, ANYONE);
  return albumIds
    .flatMap((albumId) => found.get(albumId) ?? [])
    .filter(({ publishedAt }) => publishedAt !== null);
}

export { toWireAlbumOnly as toAlbumOnly } from './catalogue.wire.ts';

export async function findAlbumFacts(db: Db, albumId: number) {
  const album = await findAlbum(db, albumId);
  return album && { ...album, isPublished: album.publishedAt !== null };
}

export async function listEvents({ db, lists }: Pick<Context, 'db' | 'lists'>): Promise<Event[]> {
  const load = async () => (await listCurrentEvents(db)).map(toWireEvent);
  return lists.events.get('current', load, await readEventsVersion(db));
}

export async function listStaffEvents(db: Db, page: { start: number; limit: number }) {
  return (await listAllEvents(db, page)).map(toWireStaffEvent);
}

export async function getStaffEvent(db: Db, eventId: number) {
  const event = await findStaffEvent(db, eventId);
  if (!event) throw new AppError('not_found');
  return toWireStaffEvent(event);
}

export async function getEvent(db: Db, eventId: number): Promise<Event> {
  const [event] = await findEvents(db, [eventId]);
  if (!event) throw new AppError('not_found');
  return toWireEvent(event);
}

/** The events of albums that were read with `selectEventOfAlbum`. */
export function eventsOf(albums: readonly { event: Event | null }[]): Map<number, Event> {
  return new Map(albums.flatMap(({ event }) => (event ? [[event.id, event] as const] : [])));
}

export async function eventsById(db: Db, eventIds: Iterable<number>): Promise<Map<number, Event>> {
  const rows = await findEvents(db, [...new Set(eventIds)]);
  return new Map(rows.map((row) => [row.id, toWireEvent(row)]));
}
