import type { Album, Event } from '#contract/entities/album.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  findAlbumByUuid,
  findEvent,
  findEvents,
  listAlbumsOfEvents,
  listCurrentEvents,
} from './catalogue.queries.ts';
import { toWireAlbum, toWireEvent } from './catalogue.wire.ts';

export async function listEvents(db: Db): Promise<Event[]> {
  return (await listCurrentEvents(db)).map(toWireEvent);
}

export async function getEvent(db: Db, eventId: number): Promise<Event> {
  const event = await findEvent(db, eventId);
  if (!event) throw new AppError('not_found');
  return toWireEvent(event);
}

export async function listAlbums(db: Db, eventIds: number[]): Promise<Album[]> {
  const events = new Map((await findEvents(db, eventIds)).map((row) => [row.id, toWireEvent(row)]));
  const albums = await listAlbumsOfEvents(db, eventIds);
  return albums.flatMap((album) => {
    const event = events.get(album.eventId);
    return event ? [toWireAlbum(album, event)] : [];
  });
}

export async function getPublicAlbum(db: Db, uuid: string): Promise<Album> {
  const album = await findAlbumByUuid(db, uuid);
  if (!album) throw new AppError('not_found');
  return toWireAlbum(album, await getEvent(db, album.eventId));
}
