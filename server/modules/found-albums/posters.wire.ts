import type { Poster, PosterTeam } from '#contract/endpoints/posters.ts';
import type { Event } from '#contract/entities/album.ts';
import type { Poster as FoundPoster, PosterTeamRow } from '#server/modules/catalogue/posters.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';

export function toWirePosterTeam(row: PosterTeamRow): PosterTeam {
  return {
    code: row.code,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
    performance_order: row.performanceOrder,
    planned_at: toIsoOrNull(row.plannedAt),
    is_up: row.isUp,
  };
}

export function toWirePosterEvent(event: Event): Poster['event'] {
  const { name, brand_name, venue_name, city, state, start_date, time_zone, picture } = event;
  return { name, brand_name, venue_name, city, state, start_date, time_zone, picture };
}

export function toWirePoster({ code, event, team, albumsUp, teamsTotal }: FoundPoster): Poster {
  return {
    code,
    event: toWirePosterEvent(event),
    team: team ? toWirePosterTeam(team) : null,
    albums_up: albumsUp,
    teams_total: teamsTotal,
  };
}
