import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Cockpit, CockpitTeam } from '#contract/endpoints/cockpit.ts';
import { cockpitTeamList, STATUS_LABELS } from '#contract/lists/cockpit-teams.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { directionOf, SortHead } from '#web/components/list/list-table.tsx';
import { ListCsvButton, SortSelect } from '#web/components/list/list-toolbar.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Table } from '#web/components/table.tsx';
import { countOf, formatCount, teamName } from '#web/lib/formats.ts';
import { type ListState, useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';

const { all, options } = cockpitTeamList.filters.show;
const SHOWN = [[undefined, all], ...Object.entries(options)] as const;
const EMPTY = {
  all: 'Teams appear once the running order is uploaded.',
  unsold: 'Every published team has sold something.',
  no_photos: 'Every team has photos.',
};

export function TeamSection({ cockpit }: { cockpit: Cockpit }) {
  const state = useListState(cockpitTeamList);
  const { show } = state.filters;
  // Ties keep the running order.
  const teams = cockpit.teams.toSorted((a, b) => a.performance_order - b.performance_order);
  const rows = useLocalRows(state, teams);
  const countShown = (status: string | undefined) =>
    teams.filter((team) => status === undefined || team.status === status).length;
  return (
    <SectionCard
      title="Teams"
      aside={
        <div className="flex gap-2 print:hidden">
          <Button icon={Printer} kind="line" size="small" onClick={() => window.print()}>
            Print
          </Button>
          <ListCsvButton rows={rows} fileName={`teams-${cockpit.event.start_date}.csv`} />
        </div>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Teams shown</legend>
          {SHOWN.map(([status, label]) => (
            <button
              key={label}
              type="button"
              aria-pressed={status === show}
              onClick={() => state.setFilters({ show: status as typeof show })}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-14 font-[650] text-ink-2 hover:bg-sunk hover:text-ink aria-pressed:bg-ink aria-pressed:text-bg"
            >
              {label}
              <span className="font-semibold tabular-nums">{formatCount(countShown(status))}</span>
            </button>
          ))}
        </fieldset>
        <SortSelect state={state} className="sm:hidden" />
      </div>
      {rows.rows.length === 0 ? (
        <p className="rounded-card bg-sunk px-5 py-8 text-center text-15 text-ink-2">
          {EMPTY[show ?? 'all']}
        </p>
      ) : (
        <TeamTable teams={rows.rows} state={state} />
      )}
    </SectionCard>
  );
}

type TeamColumn = {
  name: 'order' | 'team' | 'photos' | 'views' | 'albums' | 'images' | 'net';
  cell: (team: CockpitTeam) => ReactNode;
  look: (team?: CockpitTeam) => string;
};

/** A phone has no room for these totals, so they appear below the team. */
const figure = (name: TeamColumn['name'], count: (team: CockpitTeam) => number): TeamColumn => ({
  name,
  cell: (team) => formatCount(count(team)),
  look: (team) =>
    `py-2.5 pl-4 hidden sm:table-cell print:table-cell ${team && count(team) === 0 ? 'text-ink-3' : ''}`,
});

const COLUMNS: TeamColumn[] = [
  {
    name: 'order',
    cell: (team) => team.performance_order,
    look: () => 'w-24 py-2.5 text-left font-num text-18 leading-[1.3] font-semibold sm:w-28',
  },
  {
    name: 'team',
    cell: (team) => <TeamName team={team} />,
    look: () => 'min-w-0 py-2.5 text-left font-normal',
  },
  figure('photos', ({ photos }) => photos),
  figure('views', ({ views }) => views),
  figure('albums', ({ albums_sold }) => albums_sold),
  figure('images', ({ images_sold }) => images_sold),
  {
    name: 'net',
    cell: ({ net }) => formatCents(net),
    look: (team) => `py-2.5 pl-4 ${team?.net === 0 ? 'text-ink-3' : 'font-semibold'}`,
  },
];

const LEFT: ReadonlySet<string> = new Set(['order', 'team']);
const NARROW: ReadonlySet<string> = new Set([...LEFT, 'net']);

type TeamTableProps = { teams: readonly CockpitTeam[]; state: ListState<typeof cockpitTeamList> };

function TeamTable({ teams, state }: TeamTableProps) {
  return (
    <Table
      label="Sales by team"
      className="text-right text-14 tabular-nums"
      headLook="border-line border-b text-13 text-ink-2"
      rowLook="break-inside-avoid border-line border-b align-top last:border-0"
      rows={teams}
      keyOf={({ album }) => album}
      columns={COLUMNS.map(({ name, cell, look }) => ({
        key: name,
        isRowHead: name === 'team',
        className: look,
        cell,
        headCell: (
          <SortHead
            key={name}
            direction={directionOf(state.sort, name)}
            onSort={() => state.sortBy(name)}
            className={`p-0 font-semibold *:min-h-11 ${LEFT.has(name) ? 'text-left' : 'pl-4'} ${NARROW.has(name) ? '' : 'hidden sm:table-cell print:table-cell'}`}
          >
            {cockpitTeamList.columns[name].label}
          </SortHead>
        ),
      }))}
    />
  );
}

function TeamName({ team }: { team: CockpitTeam }) {
  return (
    <>
      <span className="text-15 leading-[1.35] font-[650] break-words">{teamName(team)}</span>
      <span className="block text-13 text-ink-2">
        {team.division_name}
        {team.status !== 'sold' && (
          <>
            {team.division_name && ' · '}
            <span className="font-semibold whitespace-nowrap">{STATUS_LABELS[team.status]}</span>
          </>
        )}
      </span>
      <span className="block text-13 text-ink-2 sm:hidden print:hidden">{totalsMessage(team)}</span>
    </>
  );
}

/** Leaves out totals that are zero. */
export function totalsMessage({ photos, views, albums_sold, images_sold }: CockpitTeam): string {
  const words = [
    photos > 0 && countOf(photos, 'photo'),
    views > 0 && countOf(views, 'view'),
    albums_sold > 0 && `${countOf(albums_sold, 'album')} sold`,
    images_sold > 0 && `${countOf(images_sold, 'photo')} sold`,
  ];
  return words.filter((part) => part !== false).join(', ');
}
