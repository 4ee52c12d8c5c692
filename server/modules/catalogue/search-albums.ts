import type { Album, Event } from '#contract/entities/album.ts';
import type { Db } from '#server/platform/database.ts';
import { countPublishedAlbums, searchPublishedAlbums, searchTeams } from './albums.queries.ts';
import { type CatalogueWorld, toAlbums } from './browse-albums.ts';
import { toWireEvent } from './catalogue.wire.ts';
import { searchEvents } from './events.queries.ts';
import { splitKeywords } from './keywords.ts';

const COUNT_LIMIT = 1_000;
const SUGGESTED_TEAMS = 20;
const SUGGESTED_EVENTS = 10;

export type SearchResult = { albums: Album[]; total: number; total_is_floor: boolean };

export async function searchAlbums(
  world: CatalogueWorld,
  { text, start, limit }: { text: string; start: number; limit: number },
  userId: number,
): Promise<SearchResult> {
  const keywords = splitKeywords(text);
  const rows = await searchPublishedAlbums(world.db, { keywords, start, limit });
  const albums = await toAlbums(world, rows, userId);
  const isLastPage = rows.length < limit && (rows.length > 0 || start === 0);
  const found = isLastPage
    ? start + rows.length
    : await countPublishedAlbums(world.db, keywords, COUNT_LIMIT + 1);
  const isFloor = found > COUNT_LIMIT && !isLastPage;
  return { albums, total: isFloor ? COUNT_LIMIT : found, total_is_floor: isFloor };
}

export async function suggestTeams(db: Db, text: string) {
  const keywords = splitKeywords(text);
  const teams = await searchTeams(db, keywords, SUGGESTED_TEAMS);
  const events: Event[] = (await searchEvents(db, keywords, SUGGESTED_EVENTS)).map(toWireEvent);
  return {
    teams: teams.map((team) => ({
      program_name: team.programName,
      team_name: team.teamName,
      division_name: team.divisionName,
      albums_count: team.albumsCount,
    })),
    events,
  };
}
