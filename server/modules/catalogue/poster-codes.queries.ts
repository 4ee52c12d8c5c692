import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';
import { hasKeywords } from '#server/platform/keywords.ts';

const TEAM_TEXT = sql<string>`lower(concat_ws(' ', albums.program_name, albums.team_name, albums.division_name, albums.performance_order))`;

/** A team is one program, team and division at an event. It may have several albums; the first one lends its code. */
function selectTeams(db: Db) {
  return db
    .selectFrom('albums')
    .innerJoin('posterCodes', 'posterCodes.albumId', 'albums.id')
    .select(['albums.eventId', 'albums.programName', 'albums.teamName', 'albums.divisionName'])
    .select((eb) => [
      eb.fn.min('albums.performanceOrder').as('performanceOrder'),
      eb.fn.min('albums.plannedAt').as('plannedAt'),
      sql<boolean>`bool_or(albums.published_at is not null)`.as('isUp'),
      sql<string>`(array_agg(poster_codes.code order by albums.performance_order, albums.id))[1]`.as('code'),
    ])
    .groupBy(['albums.eventId', 'albums.programName', 'albums.teamName', 'albums.divisionName']);
}

export type PosterTeamRow = Awaited<ReturnType<typeof listTeams>>[number];

export function listTeams(db: Db, eventId: number) {
  return selectTeams(db)
    .where('albums.eventId', '=', eventId)
    .orderBy('performanceOrder')
    .orderBy('code')
    .execute();
}

export function searchEventTeams(
  db: Db,
  eventId: number,
  { keywords, limit }: { keywords: string[]; limit: number },
) {
  return selectTeams(db)
    .where('albums.eventId', '=', eventId)
    .where(hasKeywords(TEAM_TEXT, keywords))
    .orderBy('performanceOrder')
    .orderBy('code')
    .limit(limit)
    .execute();
}

export function listTeamsAround(db: Db, eventId: number, { now, limit }: { now: Date; limit: number }) {
  return selectTeams(db)
    .where('albums.eventId', '=', eventId)
    .orderBy(sql`abs(extract(epoch from min(albums.planned_at) - ${now}::timestamptz)) nulls last`)
    .orderBy('performanceOrder')
    .orderBy('code')
    .limit(limit)
    .execute();
}

export async function countTeams(db: Db, eventId: number): Promise<{ teams: number; albumsUp: number }> {
  return db
    .selectFrom('albums')
    .select([
      sql<number>`count(distinct (program_name, team_name, division_name))::integer`.as('teams'),
      sql<number>`(count(*) filter (where published_at is not null))::integer`.as('albumsUp'),
    ])
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow();
}

export function findPosterCode(db: Db, code: string) {
  return db
    .selectFrom('posterCodes')
    .leftJoin('albums', 'albums.id', 'posterCodes.albumId')
    .innerJoin('events', (join) =>
      join.on('events.id', '=', (eb) => eb.fn.coalesce('posterCodes.eventId', 'albums.eventId')),
    )
    .select(['posterCodes.albumId', 'events.id as eventId'])
    .select(['albums.programName', 'albums.teamName', 'albums.divisionName'])
    .where('posterCodes.code', '=', code)
    .where('events.archived', '=', false)
    .executeTakeFirst();
}

export async function findEventCode(db: Db, eventId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('posterCodes')
    .select('code')
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return row?.code;
}

/** The newest open album of the same team at the same event, for each of these albums that has one. */
export async function findOpenSiblings(db: Db, albumIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('albums as asked')
    .innerJoin('albums as open', (join) =>
      join
        .onRef('open.eventId', '=', 'asked.eventId')
        .onRef('open.programName', '=', 'asked.programName')
        .onRef('open.teamName', '=', 'asked.teamName')
        .onRef('open.divisionName', '=', 'asked.divisionName')
        .on('open.publishedAt', 'is not', null),
    )
    .select(['asked.id as askedId', 'open.id as openId'])
    .where('asked.id', '=', anyOf(albumIds))
    .orderBy('open.publishedAt')
    .orderBy('open.id')
    .execute();
  return new Map(rows.map(({ askedId, openId }) => [askedId, openId]));
}
