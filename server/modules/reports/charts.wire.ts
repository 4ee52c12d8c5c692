import type { SalesCharts } from '#contract/endpoints/reports.ts';
import type { HourMoney, TeamMoney } from './charts.queries.ts';
import type { Days } from './period.queries.ts';
import type { DayMoney } from './sales.queries.ts';
import { sumByDay } from './sums.rules.ts';

type Charts = {
  hours: HourMoney[];
  teams: TeamMoney[];
  before: DayMoney[];
  daysBefore: Days;
  found: number;
};

export function toWireCharts({ hours, teams, before, daysBefore, found }: Charts): SalesCharts {
  const byHour = new Map(hours.map(({ hour, cents }) => [hour, cents]));
  return {
    by_hour: Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0),
    before_by_day: sumByDay(before, daysBefore).map(({ net }) => net),
    by_team: teams.map(({ programName, teamName, albums, cents }) => ({
      program_name: programName,
      team_name: teamName,
      albums,
      net: cents,
    })),
    found,
  };
}
