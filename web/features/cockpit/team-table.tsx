import type { CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { cockpitTeamList, STANDING_LABELS } from '#contract/lists/cockpit-teams.ts';
import { formatCents } from '#contract/rules/money.ts';
import { directionOf, SortHead } from '#web/components/sort-head.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { teamName } from '#web/lib/formats.ts';
import type { ListState } from '#web/lib/lists/use-list-state.ts';
import { figureWords } from './teams.ts';

const NAMES = ['order', 'team', 'photos', 'views', 'albums', 'images', 'net'] as const;
type Column = (typeof NAMES)[number];
/** A phone has room for these columns only; the other figures appear below the team. */
const NARROW: ReadonlySet<Column> = new Set(['order', 'team', 'net']);
const LEFT: ReadonlySet<Column> = new Set(['order', 'team']);
const placeOf = (column: Column) => (NARROW.has(column) ? '' : 'hidden sm:table-cell print:table-cell');

type TeamTableProps = { teams: readonly CockpitTeam[]; state: ListState<typeof cockpitTeamList> };

export function TeamTable({ teams, state }: TeamTableProps) {
  return (
    <table aria-label="Sales by team" className="w-full text-right text-14 tabular-nums">
      <thead className="text-13 text-ink-2">
        <tr className="border-line border-b">
          {NAMES.map((column) => (
            <SortHead
              key={column}
              direction={directionOf(state.sort, column)}
              onSort={() => state.sortBy(column)}
              className={`p-0 font-semibold *:min-h-11 ${LEFT.has(column) ? 'text-left' : 'pl-4'} ${placeOf(column)}`}
            >
              {cockpitTeamList.columns[column].label}
            </SortHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => (
          <TeamRow key={team.album} team={team} />
        ))}
      </tbody>
    </table>
  );
}

function TeamRow({ team }: { team: CockpitTeam }) {
  const figure = (column: Column, value: number) => (
    <td className={`py-2.5 pl-4 ${placeOf(column)} ${value === 0 ? 'text-ink-3' : ''}`}>
      {formatCount(value)}
    </td>
  );
  return (
    <tr className="break-inside-avoid border-line border-b align-top last:border-0">
      <td className="w-14 py-2.5 text-left font-num text-18 leading-[1.3] font-semibold sm:w-16">
        {team.performance_order}
      </td>
      <th scope="row" className="min-w-0 py-2.5 text-left font-normal">
        <span className="text-15 leading-[1.35] font-[650] break-words">{teamName(team)}</span>
        <span className="block text-13 text-ink-2">
          {team.division_name}
          {team.standing !== 'sold' && (
            <>
              {team.division_name && ' · '}
              <span className="font-semibold whitespace-nowrap">{STANDING_LABELS[team.standing]}</span>
            </>
          )}
        </span>
        <span className="block text-13 text-ink-2 sm:hidden print:hidden">{figureWords(team)}</span>
      </th>
      {figure('photos', team.photos)}
      {figure('views', team.views)}
      {figure('albums', team.albums_sold)}
      {figure('images', team.images_sold)}
      <td className={`py-2.5 pl-4 ${team.net === 0 ? 'text-ink-3' : 'font-semibold'}`}>
        {formatCents(team.net)}
      </td>
    </tr>
  );
}
