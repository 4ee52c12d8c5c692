import type { Event } from '#contract/entities/album.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { toWireEvent, toWireStaffEvent } from './catalogue.wire.ts';
import { findEvents, listCurrentEvents } from './events.ts';
import { findStaffEvent, listAllEvents } from './staff-events.queries.ts';

export async function listEvents(db: Db): Promise<Event[]> {
  return (await listCurrentEvents(db)).map(toWireEvent);
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

export async function eventsById(db: Db, eventIds: Iterable<number>): Promise<Map<number, Event>> {
  const rows = await findEvents(db, [...new Set(eventIds)]);
  return new Map(rows.map((row) => [row.id, toWireEvent(row)]));
}

const MOST_KEPT = 2_000;
type KeptEvents = { version: string; events: Map<number, Event> };
/** The key is the adapter, which belongs to one database. */
const kept = new WeakMap<object, KeptEvents>();

function keptEvents(db: Db, version: string): KeptEvents {
  const { adapter } = db.getExecutor();
  const found = kept.get(adapter);
  if (found?.version === version) return found;
  const fresh = { version, events: new Map<number, Event>() };
  kept.set(adapter, fresh);
  return fresh;
}

/**
 * Returns the events of albums, from memory as long as none has changed. The version was read with the albums, so what is
 * kept for it is as new as they are or newer.
 */
export async function eventsOf(
  db: Db,
  albums: readonly { eventId: number; eventsVersion?: string }[],
  { changesEvents = db.isTransaction }: { changesEvents?: boolean } = {},
): Promise<ReadonlyMap<number, Event>> {
  const ids = [...new Set(albums.map(({ eventId }) => eventId))];
  const version = albums[0]?.eventsVersion;
  // A transaction that has changed an event changes the version only when it ends.
  if (version === undefined || changesEvents) return eventsById(db, ids);
  const { events } = keptEvents(db, version);
  const missing = ids.filter((id) => !events.has(id));
  const known = new Map(ids.flatMap((id) => (events.has(id) ? [[id, events.get(id) as Event]] : [])));
  if (missing.length === 0) return known;
  const loaded = await eventsById(db, missing);
  if (events.size + loaded.size > MOST_KEPT) events.clear();
  for (const [id, event] of loaded) {
    known.set(id, event);
    events.set(id, event);
  }
  return known;
}

export { findEventFacts, findEventsVersion } from './events.ts';
