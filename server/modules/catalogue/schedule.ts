import { sql } from 'kysely';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { toWire } from '#server/platform/http/wire-names.ts';

/**
 * Filing photos again holds the shared lock while it reads the schedule. A change of the schedule holds the exclusive
 * one and moves the schedule to a new version, so that it sees every photo filed before it and no photo is filed by half
 * of the change.
 */
export async function lockSchedule(db: Db, eventId: number, mode: 'shared' | 'exclusive'): Promise<void> {
  await advisoryLock(db, `ingest filing ${eventId}`, mode);
  if (mode === 'shared') return;
  await db
    .updateTable('events')
    .set((eb) => ({ scheduleVersion: eb('scheduleVersion', '+', 1) }))
    .where('id', '=', eventId)
    .execute();
}

/** Finds the event if its schedule is still this version, and keeps it so until the transaction ends. */
export function scheduleAt(db: Db, { eventId, version }: { eventId: number; version: number }) {
  return db
    .selectFrom('events')
    .select('id')
    .where('id', '=', eventId)
    .where('scheduleVersion', '=', version)
    .forShare();
}

export function listSchedule(db: Db, eventId: number) {
  return db
    .selectFrom('albums')
    .select(['id as albumId', 'uuid', 'plannedAt', 'stage'])
    .where('eventId', '=', eventId)
    .where('plannedAt', 'is not', null)
    .orderBy('plannedAt')
    .orderBy('performanceOrder')
    .orderBy('id')
    .$narrowType<{ plannedAt: string }>()
    .execute();
}

export type Performance = Awaited<ReturnType<typeof listPerformances>>[number];

export function listPerformances(db: Db, eventId: number) {
  return db
    .selectFrom('albums')
    .select(['id', 'identifier', 'performanceOrder', 'programName', 'teamName', 'divisionName'])
    .select(['plannedAt', 'announcedAt', 'stage', 'imagesCount', 'publishedAt'])
    .where('eventId', '=', eventId)
    .orderBy('performanceOrder')
    .orderBy('id')
    .execute();
}

export async function delayAlbums(db: Db, delay: { eventId: number; minutes: number; from: string }) {
  await db
    .updateTable('albums')
    .set({
      plannedAt: sql`planned_at + make_interval(mins => ${delay.minutes})`,
      announcedAt: sql`coalesce(announced_at, planned_at)`,
    })
    .where('eventId', '=', delay.eventId)
    .where('plannedAt', '>=', delay.from)
    .execute();
}

/** An event lasts at least until the day of each of these performances. */
export async function stretchEvents(db: Db, albumIds: readonly number[]): Promise<void> {
  await sql`
    update events set last_date = planned.last_date
    from (
      select events.id, max((albums.planned_at at time zone events.time_zone)::date) as last_date
      from albums join events on events.id = albums.event_id where albums.id = ${anyOf(albumIds)} group by events.id) planned
    where events.id = planned.id and greatest(events.start_date, events.last_date) < planned.last_date`.execute(
    db,
  );
}

export type ScheduledAlbum = {
  id: number;
  programName: string;
  teamName: string;
  divisionName: string;
  plannedAt: Date | null;
  stage: string;
};

/** A new planned time replaces the announced one, so a delay is no longer shown. */
export async function updateScheduledAlbums(db: Db, albums: readonly ScheduledAlbum[]): Promise<void> {
  await sql`
    update albums
    set program_name = changed.program_name, team_name = changed.team_name,
      division_name = changed.division_name, planned_at = changed.planned_at, stage = changed.stage,
      announced_at = case when albums.planned_at is not distinct from changed.planned_at
        then albums.announced_at end
    from json_to_recordset(${JSON.stringify(albums.map(toWire))}::json) as changed (
      id integer, program_name text, team_name text, division_name text, planned_at timestamptz, stage text)
    where albums.id = changed.id`.execute(db);
}
