import type { PublicEvent, PublicTeam } from '#contract/endpoints/landing.ts';
import type { OpenEventRow, OpenTeamRow } from './landing.queries.ts';

export function toWirePublicTeam(row: OpenTeamRow): PublicTeam {
  return {
    code: row.code,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
    event_name: row.eventName,
    start_date: row.startDate,
    albums_count: row.openCount,
  };
}

export function toWirePublicEvent(row: OpenEventRow): PublicEvent {
  return {
    code: row.code,
    name: row.name,
    brand_name: row.brandName,
    city: row.city,
    state: row.state,
    start_date: row.startDate,
    last_date: row.lastDate,
    picture: row.picture,
    albums_count: row.openCount,
  };
}
