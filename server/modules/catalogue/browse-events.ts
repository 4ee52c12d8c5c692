import type { Event } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toWireEvent, toWireStaffEvent } from './catalogue.wire.ts';
import { findEvents, listCurrentEvents, readEventsVersion } from './events.ts';
import { findStaffEvent, listAllEvents } from './staff-events.queries.ts';

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
