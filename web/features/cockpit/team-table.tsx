import type { CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { formatCents } from '#contract/rules/money.ts';
import { directionOf, SortHead } from '#web/components/sort-head.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { teamName } from '#web/lib/formats.ts';
import type { Sort } from '#web/lib/list-sort.ts';
import { COLUMNS, type Column, figureWords, STANDING_WORDS } from './teams.ts';

const NAMES = Object.keys(COLUMNS) as Column[];
/** A phone has room for these columns only; the other figures appear below the team. */
const NARROW: ReadonlySet<Column> = new Set(['order', 'team', 'net']);
const LEFT: ReadonlySet<Column> = new Set(['order', 'team']);
const placeOf = (column: Column) => (NARROW.has(column) ? '' : 'hidden sm:table-cell print:table-cell');

type TeamTableProps = { teams: readonly CockpitTeam[]; sort: Sort<Column>; onSort: (column: Column) => void };

export function TeamTable({ teams, sort, onSort }: TeamTableProps) {
  return (
    <table aria-label="Sales by team" className="w-full text-right text-14 tabular-nums">
      <thead className="text-13 text-ink-2">
        <tr className="border-line border-b">
          {NAMES.map((column) => (
            <SortHead
              key={column}
              direction={directionOf(sort, column)}
              onSort={() => onSort(column)}
              className={`p-0 font-semibold *:min-h-11 ${LEFT.has(column) ? 'text-left' : 'pl-4'} ${placeOf(column)}`}
            >
              {COLUMNS[column].label}
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

/** Phones hide some column heads, so sorting needs a select. */
export function SortChoice({ sort, onSort }: Pick<TeamTableProps, 'sort' | 'onSort'>) {
  return (
    <select
      aria-label="Sort by"
      value={sort.column}
      onChange={({ target }) => onSort(target.value as Column)}
      className="h-11 rounded-ctl border border-edge bg-surface px-3 text-14 text-ink sm:hidden print:hidden"
    >
      {NAMES.map((column) => (
        <option key={column} value={column}>
          Sort by {COLUMNS[column].label.toLowerCase()}
        </option>
      ))}
    </select>
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
              <span className="font-semibold whitespace-nowrap">{STANDING_WORDS[team.standing]}</span>
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
