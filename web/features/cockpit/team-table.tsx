import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { formatCents } from '#contract/rules/money.ts';
import { changeSearch } from '#web/lib/change-search.ts';
import { formatCount } from '#web/lib/count-words.ts';
import { teamName } from '#web/lib/formats.ts';
import { COLUMNS, type Column, nextSort, type Sort, STANDING_WORDS } from './teams.ts';

/** Not on a phone: there the team and its money need the room. */
const WIDE: ReadonlySet<Column> = new Set(['views', 'photos']);
const placeOf = (column: Column) => (WIDE.has(column) ? 'hidden sm:table-cell print:table-cell' : '');
const SHORT: Partial<Record<Column, string>> = { order: '#', albums: 'Albums', images: 'Photos' };

type TeamTableProps = { teams: readonly CockpitTeam[]; sort: Sort };

export function TeamTable({ teams, sort }: TeamTableProps) {
  return (
    <table aria-label="Sales by team" className="w-full text-right text-14 tabular-nums">
      <thead className="text-13 text-ink-2">
        <tr className="border-line border-b">
          {(Object.keys(COLUMNS) as Column[]).map((column) => (
            <SortHead key={column} column={column} sort={sort} />
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

function SortHead({ column, sort }: { column: Column; sort: Sort }) {
  const isSorted = sort.column === column;
  const isText = column === 'order' || column === 'team';
  const Arrow = sort.isDown ? ArrowDown : ArrowUp;
  const { label } = COLUMNS[column];
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
      className={`p-0 font-semibold ${isText ? 'text-left' : ''} ${placeOf(column)}`}
    >
      <Link
        to="."
        search={changeSearch({ sort: nextSort(sort, column) })}
        replace
        resetScroll={false}
        aria-label={`Sort by ${label.toLowerCase()}`}
        className={`inline-flex min-h-11 items-center gap-0.5 rounded-tile pl-2 hover:text-ink sm:pl-4 ${isText ? 'pl-0!' : ''} ${isSorted ? 'text-ink' : ''}`}
      >
        <span className="sm:hidden print:hidden">{SHORT[column] ?? label}</span>
        <span className="hidden sm:inline print:inline">{label}</span>
        {isSorted && <Arrow aria-hidden size={14} className="print:hidden" />}
      </Link>
    </th>
  );
}

function TeamRow({ team }: { team: CockpitTeam }) {
  const isQuiet = team.standing !== 'sold';
  const figure = (column: Column, value: number) => (
    <td className={`py-2.5 pl-2 sm:pl-4 ${placeOf(column)} ${value === 0 ? 'text-ink-3' : ''}`}>
      {formatCount(value)}
    </td>
  );
  return (
    <tr className="break-inside-avoid border-line border-b align-top last:border-0">
      <td className="w-12 py-2.5 text-left font-num text-18 leading-[1.3] font-semibold sm:w-16">
        {team.performance_order}
      </td>
      <th scope="row" className="min-w-0 py-2.5 text-left font-normal">
        <span className="text-15 leading-[1.35] font-[650] break-words">{teamName(team)}</span>
        <span className="block text-13 text-ink-2">
          {team.division_name}
          {isQuiet && (
            <>
              {team.division_name && ' · '}
              <span className="font-semibold text-ink-2">{STANDING_WORDS[team.standing]}</span>
            </>
          )}
        </span>
      </th>
      {figure('photos', team.photos)}
      {figure('views', team.views)}
      {figure('albums', team.albums_sold)}
      {figure('images', team.images_sold)}
      <td className={`py-2.5 pl-3 font-semibold sm:pl-4 ${team.net === 0 ? 'font-normal text-ink-3' : ''}`}>
        {formatCents(team.net)}
      </td>
    </tr>
  );
}
