import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { formatCents } from '#contract/rules/money.ts';
import { formatCount } from '#web/lib/count-words.ts';
import { teamName } from '#web/lib/formats.ts';
import { COLUMNS, type Column, figureWords, nextSort, type Sort, STANDING_WORDS } from './teams.ts';

const NAMES = Object.keys(COLUMNS) as Column[];
/** On a phone the team and its money need the room; the other figures stand below the team. */
const NARROW: ReadonlySet<Column> = new Set(['order', 'team', 'net']);
const placeOf = (column: Column) => (NARROW.has(column) ? '' : 'hidden sm:table-cell print:table-cell');

type TeamTableProps = { teams: readonly CockpitTeam[]; sort: Sort; onSort: (sort: string) => void };

export function TeamTable({ teams, sort, onSort }: TeamTableProps) {
  return (
    <table aria-label="Sales by team" className="w-full text-right text-14 tabular-nums">
      <thead className="text-13 text-ink-2">
        <tr className="border-line border-b">
          {NAMES.map((column) => (
            <SortHead
              key={column}
              column={column}
              sort={sort}
              onSort={() => onSort(nextSort(sort, column))}
            />
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

/** For phones, where not every figure has a head to press. */
export function SortChoice({ sort, onSort }: Pick<TeamTableProps, 'sort' | 'onSort'>) {
  return (
    <select
      aria-label="Sort by"
      value={sort.column}
      onChange={({ target }) => onSort(nextSort(sort, target.value as Column))}
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

function SortHead({ column, sort, onSort }: { column: Column; sort: Sort; onSort: () => void }) {
  const isSorted = sort.column === column;
  const isLeft = column === 'order' || column === 'team';
  const Arrow = sort.isDown ? ArrowDown : ArrowUp;
  const { label } = COLUMNS[column];
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
      className={`p-0 font-semibold ${isLeft ? 'text-left' : 'pl-4'} ${placeOf(column)}`}
    >
      <button
        type="button"
        onClick={onSort}
        className={`inline-flex min-h-11 items-center gap-0.5 rounded-tile hover:text-ink ${isSorted ? 'text-ink' : ''}`}
      >
        {label}
        {isSorted && <Arrow aria-hidden size={14} className="print:hidden" />}
      </button>
    </th>
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
