import { useQuery } from '@tanstack/react-query';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { type Column, Table } from '#web/components/table.tsx';
import { formatDay } from '#web/lib/formats.ts';
import { customerAthletesQuery } from './athletes.query.ts';

const CELL = 'px-3 py-2.5 text-left';
const QUIET = `${CELL} text-ink-2`;
const RELATIONS: Record<string, string> = { self: 'The athlete', guardian: 'Guardian' };

const COLUMNS: Column<UserAthlete>[] = [
  {
    key: 'Name',
    head: 'Name',
    isRowHead: true,
    className: `${CELL} font-[650]`,
    cell: ({ name, deleted }) => (
      <>
        {name}
        {deleted && <span className="font-normal text-ink-2"> (deleted)</span>}
      </>
    ),
  },
  { key: 'team', head: 'Team', className: QUIET, cell: ({ team_name }) => team_name ?? 'None' },
  {
    key: 'consent',
    head: 'Consent',
    className: CELL,
    cell: ({ consented_at, consent_version }) =>
      consented_at ? `${formatDay(consented_at)} (${consent_version})` : 'None',
  },
  {
    key: 'relation',
    head: 'Given by',
    className: QUIET,
    cell: ({ consent_relation }) => RELATIONS[consent_relation ?? ''] ?? '',
  },
  {
    key: 'photos',
    head: 'Photos',
    className: CELL,
    cell: (athlete) => athlete.user_athlete_reference_photos.length,
  },
  { key: 'sure', head: 'Sure', className: CELL, cell: ({ matches_sure }) => matches_sure },
  { key: 'maybe', head: 'Maybe', className: CELL, cell: ({ matches_maybe }) => matches_maybe },
  { key: 'added', head: 'Added', className: QUIET, cell: ({ created_at }) => formatDay(created_at) },
];

export function CustomerAthletes({ userId }: { userId: number }) {
  const athletes = useQuery(customerAthletesQuery(userId));
  return (
    <QueryState
      query={athletes}
      loading={<Skeleton label="Loading athletes" className="h-[240px]" />}
      empty={<EmptyState title="No athletes" sentence="This customer has not added an athlete." />}
    >
      {(listed) => (
        <section
          aria-label="Athletes"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a sideways scroller must be reachable by keyboard
          tabIndex={0}
          className="overflow-x-auto rounded-card border border-line"
        >
          <Table
            className="min-w-[640px] text-14 tabular-nums"
            headLook="bg-sunk text-13 text-ink-2 *:font-[650]"
            rowLook="border-line border-t"
            rows={listed}
            keyOf={({ id }) => id}
            columns={COLUMNS}
          />
        </section>
      )}
    </QueryState>
  );
}
