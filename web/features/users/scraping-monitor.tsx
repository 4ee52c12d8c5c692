import { useState } from 'react';
import { scrapingMonitorEndpoints } from '#contract/endpoints/reports.ts';
import type { ScraperRow } from '#contract/entities/staff-rows.ts';
import { describeActivity, nameNeighbors, scrapingMonitorList } from '#contract/lists/operations.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { formatAge, nameOfPerson } from '#web/lib/formats.ts';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { SuspendDialog, SuspendedMark, useLiftSuspension } from './suspension-panel.tsx';

export function ScrapingMonitor() {
  const rows = useServerRows(useListState(scrapingMonitorList), scrapingMonitorEndpoints);
  const [asked, setAsked] = useState<ScraperRow>();
  const lift = useLiftSuspension();
  const actOn = (row: ScraperRow) =>
    row.suspended_at === null ? (
      <StaffButton
        kind="line"
        size="small"
        aria-label={`Suspend ${nameOfPerson(row)}`}
        onClick={() => setAsked(row)}
      >
        Suspend
      </StaffButton>
    ) : (
      <StaffButton
        kind="ghost"
        size="small"
        aria-label={`Lift the suspension of ${nameOfPerson(row)}`}
        isBusy={lift.isPending && lift.variables.id === row.id}
        onClick={() => lift.mutate(row)}
      >
        Lift
      </StaffButton>
    );
  return (
    <>
      <ListToolbar rows={rows} className="border-line border-b px-4 py-2.5 desk:px-5" />
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={nameOfPerson}
        isPane
        hasKeys={false}
        minWidth="960px"
        rowPx={{ desk: 40, phone: 96 }}
        cells={{
          name: { cell: (row) => <Account row={row} />, width: '20%', className: 'pl-5!' },
          why: {
            className: 'whitespace-normal!',
            cell: (row) => <span className="block py-2">{describeActivity(row)}</span>,
          },
          albums_bought: { width: '104px', className: 'text-right tabular-nums' },
          shares_with: { width: '18%', cell: (row) => <span title={sharingOf(row)}>{sharingOf(row)}</span> },
          last_seen_at: {
            width: '124px',
            cell: ({ last_seen_at }) => (last_seen_at ? formatAge(last_seen_at) : 'Logged out'),
          },
          state: { width: '124px', className: 'pr-5! text-right', cell: actOn },
        }}
        card={(row) => (
          <div className="flex items-center gap-3 px-4 py-3">
            <span className="grid min-w-0 flex-1 gap-0.5">
              <Account row={row} />
              <span className="text-13 text-ink-2">{describeActivity(row)}</span>
              {row.shares_total > 0 && (
                <span className="text-13 text-ink-2">Same device or network: {sharingOf(row)}</span>
              )}
            </span>
            {actOn(row)}
          </div>
        )}
        empty={
          <EmptyState
            title="Nothing unusual"
            sentence="Accounts appear here once they open far more than a family would."
          />
        }
      />
      {asked && <SuspendDialog account={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Account({ row }: { row: ScraperRow }) {
  const { id, email, suspended_at } = row;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        to={paths.adminUser(id)}
        title={email}
        className="truncate font-[650] text-ink underline-offset-2 hover:underline"
      >
        {nameOfPerson(row)}
      </Link>
      {suspended_at && <SuspendedMark className="flex-none" />}
    </span>
  );
}

function sharingOf(row: ScraperRow): string {
  const others = row.shares_total - row.shares_with.length;
  return others > 0 ? `${nameNeighbors(row)} and ${others} more` : nameNeighbors(row);
}
