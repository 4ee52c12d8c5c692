import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

export type TeamSearch = { programName: string; teamName: string; divisionName: string };

/** Published albums a saved team search matches, as a query to build on; an empty team or division fits any. */
export function selectMatchingAlbums(db: Db, search: TeamSearch) {
  let query = db
    .selectFrom('albums')
    .where('albums.publishedAt', 'is not', null)
    .where(sql<boolean>`lower(albums.program_name) = lower(${search.programName})`);
  if (search.teamName !== '') {
    query = query.where(sql<boolean>`lower(albums.team_name) = lower(${search.teamName})`);
  }
  if (search.divisionName !== '') {
    query = query.where(sql<boolean>`lower(albums.division_name) = lower(${search.divisionName})`);
  }
  return query;
}
