import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Event } from '#contract/entities/album.ts';
import { eventLine } from '#contract/rules/title-lines.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatDate } from '#web/lib/formats.ts';
import type { NewTeamSearch } from './use-team-searches.ts';

type Suggestions = ResponseOf<typeof catalogueEndpoints.suggestTeams>;

export type Choice = { key: string; label: string; note: string } & (
  | { kind: 'team'; search: NewTeamSearch }
  | { kind: 'event'; event: Event }
);

export type TeamChoice = { key: string; title: string; note: string; search: NewTeamSearch };

export type ChoiceGroup = { title: string; choices: Choice[] };

export function groupChoices({ teams, events }: Suggestions): ChoiceGroup[] {
  const byTeam = Map.groupBy(teams, (team) => `${team.program_name} ${team.team_name}`.trim());
  const teamGroups = [...byTeam].map(([title, divisions]): ChoiceGroup => {
    const choose = (division_name: string, label: string, count: number): Choice => ({
      kind: 'team',
      key: `${title}/${division_name}`,
      label,
      note: count > 0 ? countOf(count, 'album') : 'No photos yet',
      search: {
        program_name: divisions[0]?.program_name ?? '',
        team_name: divisions[0]?.team_name ?? '',
        division_name,
      },
    });
    const all = divisions.reduce((sum, { albums_count }) => sum + albums_count, 0);
    const named = divisions.filter(({ division_name }) => division_name !== '');
    return {
      title,
      choices: [
        choose('', 'Any division', all),
        ...named.map(({ division_name, albums_count }) => choose(division_name, division_name, albums_count)),
      ],
    };
  });
  if (events.length === 0) return teamGroups;
  const eventChoices = events.map(
    (event): Choice => ({
      kind: 'event',
      key: `event/${event.id}`,
      label: eventLine(event),
      note: formatDate(event.start_date),
      event,
    }),
  );
  return [...teamGroups, { title: 'Events', choices: eventChoices }];
}

/** One choice for each team: its only division, because athletes are searched only where it is named, or all of them. */
export function teamChoices(suggestions: Suggestions): TeamChoice[] {
  return groupChoices(suggestions).flatMap(({ title, choices: [any, only, ...more] }) => {
    const choice = only && more.length === 0 ? only : any;
    return choice?.kind === 'team'
      ? [{ key: choice.key, title, note: choice.note, search: choice.search }]
      : [];
  });
}
