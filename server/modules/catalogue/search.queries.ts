import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { hasKeywords } from '#server/platform/lists/keywords.ts';
import { hasAlbumKeywords } from './albums.ts';

/** Returns up to `max` ids, newest first, so that one index scan gives both the page and the count. */
export async function searchAlbumIds(db: Db, keywords: string[], max: number): Promise<number[]> {
  const rows = await db
    .selectFrom('albums')
    .select('id')
    .where('publishedAt', 'is not', null)
    .where(hasAlbumKeywords(keywords))
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
  return rows.map((row) => row.id);
}

const TEAM_TEXT = sql<string>`search_text(albums.program_name || ' ' || albums.team_name || ' ' || albums.division_name)`;

/** The teams with the most albums, unpublished ones included. */
export function selectTeams(db: Db, keywords: string[], limit: number) {
  return (
    db
      .selectFrom('albums')
      .select(['programName', 'teamName', 'divisionName'])
      // The first condition has an index, but also finds numbers of performances.
      .where(hasKeywords(sql<string>`albums.search`, keywords))
      .where(hasKeywords(TEAM_TEXT, keywords))
      .groupBy(['programName', 'teamName', 'divisionName'])
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy('programName')
      .orderBy('teamName')
      .orderBy('divisionName')
      .limit(limit)
  );
}

/** Joins albums to the teams of `selectTeams`. The lower case makes the index on names usable. */
export const IS_OF_TEAM = sql<boolean>`lower(albums.program_name) = lower(teams.program_name)
  and lower(albums.team_name) = lower(teams.team_name)
  and albums.program_name = teams.program_name and albums.team_name = teams.team_name and albums.division_name = teams.division_name`;

/** Counts the published albums, because a customer can open only those. */
export function searchTeams(
  db: Db,
  { keywords, candidates, limit }: { keywords: string[]; candidates: number; limit: number },
) {
  const openCount = sql<number>`(select count(*)::integer from albums
    where albums.published_at is not null and ${IS_OF_TEAM})`;
  return db
    .with('teams', () => selectTeams(db, keywords, candidates))
    .selectFrom('teams')
    .select(['programName', 'teamName', 'divisionName', openCount.as('openCount')])
    .orderBy('openCount', 'desc')
    .orderBy('programName')
    .orderBy('teamName')
    .orderBy('divisionName')
    .limit(limit)
    .execute();
}
