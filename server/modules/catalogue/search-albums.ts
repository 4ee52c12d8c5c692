import type { Album, Event } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { splitKeywords } from '#server/platform/lists/keywords.ts';
import { findAlbums } from './albums.ts';
import { toAlbums } from './browse-albums.ts';
import { toWireEvent } from './catalogue.wire.ts';
import { searchEvents } from './events.ts';
import { searchAlbumIds, searchTeams } from './search.queries.ts';

const COUNT_LIMIT = 1_000;
const SUGGESTED_TEAMS = 20;
/** Some of the best matches may have no published album. */
const CANDIDATES = 60;
const SUGGESTED_EVENTS = 10;

type SearchResult = { albums: Album[]; total: number; total_is_floor: boolean };

export async function searchAlbums(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  actor: Actor,
  { text, start, limit }: { text: string; start: number; limit: number },
): Promise<SearchResult> {
  const max = Math.max(COUNT_LIMIT, start + limit) + 1;
  const ids = await searchAlbumIds(tx.db, splitKeywords(text), max);
  const page = ids.slice(start, start + limit);
  const rows = new Map((await findAlbums(tx.db, page)).map((row) => [row.id, row]));
  const albums = await toAlbums(
    tx,
    page.flatMap((id) => rows.get(id) ?? []),
    actor.userId,
  );
  const isFloor = ids.length === max;
  return { albums, total: isFloor ? max - 1 : ids.length, total_is_floor: isFloor };
}

export async function suggestTeams(db: Db, text: string) {
  const keywords = splitKeywords(text);
  const teams = await searchTeams(db, {
    keywords,
    candidates: CANDIDATES,
    limit: SUGGESTED_TEAMS,
  });
  const events: Event[] = (await searchEvents(db, keywords, SUGGESTED_EVENTS)).map(toWireEvent);
  return {
    teams: teams.map((team) => ({
      program_name: team.programName,
      team_name: team.teamName,
      division_name: team.divisionName,
      albums_count: team.openCount,
    })),
    events,
  };
}
