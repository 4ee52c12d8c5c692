import { sql } from 'kysely';
import type { Album, Event } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { hasKeywords, splitKeywords } from '#server/platform/lists/keywords.ts';
import { findAlbums, hasAlbumKeywords } from './albums.ts';
import { toAlbums } from './browse-albums.ts';
import { toWireEvent } from './catalogue.wire.ts';
import { searchEvents } from './events.ts';

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
    teams: teams.map(toWire),
    events,
  };
}

/** Returns up to `max` ids, newest first, so that one index scan gives both the page and the count. */
async function searchAlbumIds(db: Db, keywords: string[], max: number): Promise<number[]> {
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
function searchTeams(
  db: Db,
  { keywords, candidates, limit }: { keywords: string[]; candidates: number; limit: number },
) {
  const albumsCount = sql<number>`(select count(*)::integer from albums
    where albums.published_at is not null and ${IS_OF_TEAM})`;
  return db
    .with('teams', () => selectTeams(db, keywords, candidates))
    .selectFrom('teams')
    .select(['programName', 'teamName', 'divisionName', albumsCount.as('albumsCount')])
    .orderBy('albumsCount', 'desc')
    .orderBy('programName')
    .orderBy('teamName')
    .orderBy('divisionName')
    .limit(limit)
    .execute();
}
