import type { Event } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { splitKeywords } from '#server/platform/keywords.ts';
import type { TeamSearch } from './albums.queries.ts';
import { getEvent } from './browse-events.ts';
import {
  countTeams,
  findEventCode,
  findPosterCode,
  listTeams,
  listTeamsAround,
  type PosterTeamRow,
  searchEventTeams,
} from './poster-codes.queries.ts';

export { findOpenSiblings, type PosterTeamRow } from './poster-codes.queries.ts';

const TEAMS_AROUND_NOW = 8;
const TEAMS_FOUND = 30;

export type Poster = {
  code: string;
  event: Event;
  team: PosterTeamRow | undefined;
  albumsUp: number;
  teamsTotal: number;
};

/** The code of an archived event is unknown. */
export async function getPoster(db: Db, code: string): Promise<Poster> {
  const place = await getPlace(db, code);
  const { teams, albumsUp } = await countTeams(db, place.eventId);
  return {
    code: await getEventCode(db, place.eventId),
    event: await getEvent(db, place.eventId),
    team: place.team && (await findTeam(db, place.eventId, place.team, code)),
    albumsUp,
    teamsTotal: teams,
  };
}

/** Without keywords: the teams that perform closest to now, in the order in which they perform. */
export async function findPosterTeams(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { code, text }: { code: string; text: string },
): Promise<{ teams: PosterTeamRow[]; total: number }> {
  const { eventId } = await getPlace(db, code);
  const keywords = splitKeywords(text);
  const { teams: total } = await countTeams(db, eventId);
  if (keywords.length > 0) {
    return { teams: await searchEventTeams(db, eventId, { keywords, limit: TEAMS_FOUND }), total };
  }
  const around = await listTeamsAround(db, eventId, { now: clock.now(), limit: TEAMS_AROUND_NOW });
  return { teams: around.sort((a, b) => a.performanceOrder - b.performanceOrder), total };
}

/** The album that a team's code belongs to, with its team. */
export async function getPosterAlbum(
  db: Db,
  code: string,
): Promise<{ albumId: number; eventId: number; team: TeamSearch }> {
  const { albumId, eventId, team } = await getPlace(db, code);
  if (albumId === null || !team) throw new AppError('not_found');
  return { albumId, eventId, team };
}

/** For printing, so also for archived events. */
export async function listPosterCodes(db: Db, eventId: number) {
  const event = await getEvent(db, eventId);
  return { code: await getEventCode(db, eventId), event, teams: await listTeams(db, eventId) };
}

/** Returns undefined for an archived event, whose code opens nothing. */
export async function findPosterOfEvent(db: Db, eventId: number): Promise<string | undefined> {
  const code = await findEventCode(db, eventId);
  return code !== undefined && (await findPosterCode(db, code)) ? code : undefined;
}

async function getEventCode(db: Db, eventId: number): Promise<string> {
  const code = await findEventCode(db, eventId);
  if (code === undefined) throw new AppError('not_found');
  return code;
}

async function getPlace(db: Db, code: string) {
  const place = await findPosterCode(db, code);
  if (!place) throw new AppError('not_found');
  const { albumId, eventId, programName, teamName, divisionName } = place;
  const isTeam = programName !== null && teamName !== null && divisionName !== null;
  return { albumId, eventId, team: isTeam ? { programName, teamName, divisionName } : undefined };
}

/** The team keeps the code it was asked for, even if another album of it lends its code to the list. */
async function findTeam(db: Db, eventId: number, team: TeamSearch, code: string) {
  const teams = await listTeams(db, eventId);
  const found = teams.find(
    ({ programName, teamName, divisionName }) =>
      programName === team.programName && teamName === team.teamName && divisionName === team.divisionName,
  );
  return found && { ...found, code };
}
