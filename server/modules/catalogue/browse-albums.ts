import type { Album, AlbumOnly, Event } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import { openCover } from '#server/modules/images/album-images.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  type AlbumRow,
  findAlbum,
  findAlbums,
  findPublishedAlbumByUuid,
  listAlbumsOfEvents,
  listNewestAlbums,
} from './albums.queries.ts';
import { eventsById, getEvent } from './browse-events.ts';
import { toWireAlbum, toWireAlbumOnly } from './catalogue.wire.ts';

const OPEN_ALBUMS_LIMIT = 300;

export type CatalogueWorld = Pick<Context, 'clock' | 'imageKeys'> & { db: Db };

export async function listAlbums(
  world: CatalogueWorld,
  eventIds: number[],
  userId: number,
): Promise<Album[]> {
  return toAlbums(world, await listAlbumsOfEvents(world.db, eventIds), userId);
}

export async function listOpenAlbums(world: CatalogueWorld, userId: number): Promise<Album[]> {
  return toAlbums(world, await listNewestAlbums(world.db, OPEN_ALBUMS_LIMIT), userId);
}

/** Whoever has the address of an album may see its cover. */
export async function getPublicAlbum(world: CatalogueWorld, uuid: string): Promise<Album> {
  const album = await findPublishedAlbumByUuid(world.db, uuid);
  if (!album) throw new AppError('not_found');
  return toWireAlbum(album, await getEvent(world.db, album.eventId), openCover(world, album));
}

export async function toAlbums(world: CatalogueWorld, rows: AlbumRow[], userId: number): Promise<Album[]> {
  const events = await eventsById(
    world.db,
    rows.map((row) => row.eventId),
  );
  return rows.flatMap((row) => {
    const event = events.get(row.eventId);
    if (!event) return [];
    return [toWireAlbum(row, event, openCover(world, row, userId))];
  });
}

export type AlbumWithEvent = { album: AlbumOnly; event: Event; isPublished: boolean };

/** Albums for the modules that hold references to them. */
export async function albumsById(
  world: CatalogueWorld,
  albumIds: number[],
  userId: number,
): Promise<Map<number, AlbumWithEvent>> {
  const rows = await findAlbums(world.db, albumIds);
  const events = await eventsById(
    world.db,
    rows.map((row) => row.eventId),
  );
  return new Map(
    rows.flatMap((row) => {
      const event = events.get(row.eventId);
      if (!event) return [];
      const album = toWireAlbumOnly(row, openCover(world, row, userId));
      return [[row.id, { album, event, isPublished: row.publishedAt !== null }]];
    }),
  );
}

/** What a link to an album needs to know of it. */
export async function findAlbumFacts(db: Db, albumId: number) {
  const album = await findAlbum(db, albumId);
  return (
    album && {
      id: album.id,
      uuid: album.uuid,
      eventId: album.eventId,
      programName: album.programName,
      teamName: album.teamName,
      divisionName: album.divisionName,
      performanceOrder: album.performanceOrder,
      isPublished: album.publishedAt !== null,
    }
  );
}
