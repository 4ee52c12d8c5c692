import { sql } from 'kysely';
import { selectVersion } from '#server/platform/audit/versions.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { type EventRow, LAST_DATE, selectEvents } from './events.ts';

function selectStaffEvents(db: Db) {
  return selectEvents(db).select([
    'events.autoPublish',
    'events.trayUuid',
    'events.producerShareBasisPoints',
    LAST_DATE.as('lastDate'),
    selectVersion(sql`'event:' || events.id`).as('version'),
  ]);
}

type Found = EventRow & {
  autoPublish: boolean;
  trayUuid: string;
  producerShareBasisPoints: number | null;
  lastDate: string;
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
