import { sql } from 'kysely';
import type { Event } from '#contract/entities/album.ts';
import type { Tx } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { hasKeywords, splitKeywords } from '#server/platform/lists/keywords.ts';
import type { TeamSearch } from './albums.ts';
import { getEvent } from './browse-albums.ts';

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
  const distance = sql`abs(extract(epoch from min(albums.planned_at) - ${clock.now()}::timestamptz)) nulls last`;
  const wanted =
    keywords.length > 0
      ? selectTeams(db, eventId).where(hasKeywords(TEAM_TEXT, keywords)).limit(TEAMS_FOUND)
      : selectTeams(db, eventId).orderBy(distance).limit(TEAMS_AROUND_NOW);
  const teams = await wanted.orderBy('performanceOrder').orderBy('code').execute();
  return { teams: teams.sort((a, b) => a.performanceOrder - b.performanceOrder), total };
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

/** Includes archived events, because staff still print for them. */
export async function listPosterCodes(db: Db, eventId: number) {
  const event = await getEvent(db, eventId);
  return { code: await getEventCode(db, eventId), event, teams: await listTeams(db, eventId) };
}

/** Returns undefined for an archived event. */
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

const TEAM_TEXT = sql<string>`search_text(concat_ws(' ', albums.program_name, albums.team_name, albums.division_name, albums.performance_order))`;

/** A team is one program, team and division at an event. It may have several albums; the first one lends its code. */
function selectTeams(db: Db, eventId: number) {
  return db
    .selectFrom('albums')
    .innerJoin('posterCodes', 'posterCodes.albumId', 'albums.id')
    .select(['albums.programName', 'albums.teamName', 'albums.divisionName'])
    .select((eb) => [
      eb.fn.min('albums.performanceOrder').as('performanceOrder'),
      eb.fn.min('albums.plannedAt').as('plannedAt'),
      sql<boolean>`bool_or(albums.published_at is not null)`.as('isUp'),
      sql<string>`(array_agg(poster_codes.code order by albums.performance_order, albums.id))[1]`.as('code'),
    ])
    .where('albums.eventId', '=', eventId)
    .groupBy(['albums.eventId', 'albums.programName', 'albums.teamName', 'albums.divisionName']);
}

export type PosterTeamRow = Awaited<ReturnType<typeof listTeams>>[number];

export function listTeams(db: Db, eventId: number) {
  return selectTeams(db, eventId).orderBy('performanceOrder').orderBy('code').execute();
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

function findPosterCode(db: Db, code: string) {
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

async function findEventCode(db: Db, eventId: number): Promise<string | undefined> {
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
