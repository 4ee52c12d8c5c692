import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { hasKeywords } from '#server/platform/lists/keywords.ts';
import { EVENT_TEXT, LAST_DATE } from './events.ts';
import { IS_OF_TEAM, selectTeams } from './search.queries.ts';

/** Only albums of current events can be found; the one closest to today lends the team its code and its event. */
export async function searchOpenTeams(
  db: Db,
  {
    keywords,
    today,
    candidates,
    limit,
  }: { keywords: string[]; today: string; candidates: number; limit: number },
) {
  const order = sql`abs(events.start_date - ${today}::date), events.start_date desc, albums.id`;
  return db
    .with('teams', () => selectTeams(db, keywords, candidates))
    .selectFrom('teams')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('albums')
          .innerJoin('events', 'events.id', 'albums.eventId')
          .innerJoin('posterCodes', 'posterCodes.albumId', 'albums.id')
          .select([
            sql<number>`(count(*) filter (where albums.published_at is not null))::integer`.as('openCount'),
            sql<string>`(array_agg(poster_codes.code order by ${order}))[1]`.as('code'),
            sql<string>`(array_agg(events.name order by ${order}))[1]`.as('eventName'),
            sql<string>`(array_agg(events.start_date::text order by ${order}))[1]`.as('startDate'),
          ])
          .where('events.archived', '=', false)
          .where(IS_OF_TEAM)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['teams.programName', 'teams.teamName', 'teams.divisionName'])
    .select(['latest.openCount', 'latest.code', 'latest.eventName', 'latest.startDate'])
    .where('latest.code', 'is not', null)
    .orderBy('latest.startDate', 'desc')
    .orderBy('teams.programName')
    .orderBy('teams.teamName')
    .orderBy('teams.divisionName')
    .limit(limit)
    .execute();
}

export type OpenTeamRow = Awaited<ReturnType<typeof searchOpenTeams>>[number];

function selectOpenEvents(db: Db) {
  return db
    .selectFrom('events')
    .innerJoin('posterCodes', 'posterCodes.eventId', 'events.id')
    .select(['events.id', 'events.name', 'events.brandName', 'events.city', 'events.state'])
    .select(['events.startDate', 'events.picture', 'posterCodes.code'])
    .select(LAST_DATE.as('lastDate'))
    .select(
      sql<number>`(select count(*)::integer from albums
        where albums.event_id = events.id and albums.published_at is not null)`.as('openCount'),
    )
    .where('events.archived', '=', false)
    .orderBy('events.startDate', 'desc')
    .orderBy('events.id', 'desc');
}

export type OpenEventRow = Awaited<ReturnType<typeof listLatestEvents>>[number];

export function searchOpenEvents(db: Db, keywords: string[], limit: number) {
  return selectOpenEvents(db).where(hasKeywords(EVENT_TEXT, keywords)).limit(limit).execute();
}

export function listOpenEvents(db: Db, limit: number) {
  return selectOpenEvents(db).limit(limit).execute();
}

/** Events of the next days count as latest too; those in the far future do not. */
export function listLatestEvents(db: Db, { until, limit }: { until: string; limit: number }) {
  return selectOpenEvents(db).where('events.startDate', '<=', until).limit(limit).execute();
}
