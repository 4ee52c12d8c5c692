import { useState } from 'react';
import { scrapingMonitorEndpoints } from '#contract/endpoints/reports.ts';
import type { ScraperRow } from '#contract/entities/staff-rows.ts';
import { scrapingMonitorList } from '#contract/lists/operations.ts';
import { Button } from '#web/components/button.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { countOf, formatAge, formatCount, formatDay, nameOfPerson } from '#web/lib/formats.ts';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { SuspendDialog, SuspendedMark, useSuspend } from './suspension-panel.tsx';

const NUMBER = { width: '104px', className: 'text-right tabular-nums' };

export function ScrapingMonitor() {
  const rows = useServerRows(useListState(scrapingMonitorList), scrapingMonitorEndpoints);
  const [asked, setAsked] = useState<ScraperRow>();
  const { suspend, lift } = useSuspend();
  const actOn = (row: ScraperRow) =>
    row.suspended_at === null ? (
      <Button
        kind="line"
        size="small"
        aria-label={`Suspend ${nameOfPerson(row)}`}
        onClick={() => setAsked(row)}
      >
        Suspend
      </Button>
    ) : (
      <Button
        kind="ghost"
        size="small"
        aria-label={`Lift the suspension of ${nameOfPerson(row)}`}
        isBusy={lift.isPending && lift.variables.id === row.id}
        onClick={() => lift.mutate(row)}
      >
        Lift
      </Button>
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
        minWidth="1080px"
        rowPx={{ desk: 40, phone: 96 }}
        cells={{
          name: { cell: (row) => <Account row={row} />, width: '20%', className: 'pl-5!' },
          programs_unbought: {
            ...NUMBER,
            cell: ({ programs_unbought }) => <b className="text-ink">{formatCount(programs_unbought)}</b>,
          },
          programs_opened: { ...NUMBER, cell: ({ programs_opened }) => formatCount(programs_opened) },
          albums_opened: { ...NUMBER, cell: ({ albums_opened }) => formatCount(albums_opened) },
          albums_bought: { ...NUMBER, cell: ({ albums_bought }) => formatCount(albums_bought) },
          pictures: { ...NUMBER, cell: ({ pictures }) => formatCount(pictures) },
          shares_with: { cell: (row) => <span title={sharingOf(row)}>{sharingOf(row)}</span> },
          first_seen_at: {
            width: '104px',
            cell: ({ first_seen_at }) => formatDay(first_seen_at),
          },
          last_seen_at: {
            width: '124px',
            cell: ({ last_seen_at }) => (last_seen_at ? formatAge(last_seen_at) : 'Not here'),
          },
          state: { width: '124px', className: 'pr-5! text-right', cell: actOn },
        }}
        card={(row) => (
          <div className="flex items-center gap-3 px-4 py-3">
            <span className="grid min-w-0 flex-1 gap-0.5">
              <Account row={row} />
              <span className="text-13 text-ink-2">
                {countOf(row.programs_opened, 'program')} opened, {row.programs_unbought} not bought
              </span>
              <span className="truncate text-13 text-ink-2">
                {countOf(row.albums_opened, 'album')}, {countOf(row.pictures, 'picture')}
                {row.shares_total > 0 && `, shares with ${sharingOf(row)}`}
              </span>
            </span>
            {actOn(row)}
          </div>
        )}
        empty={
          <EmptyState
            title="Nobody has opened an album"
            sentence="Accounts appear here once they open albums they have not bought."
          />
        }
      />
      {asked && (
        <SuspendDialog
          name={nameOfPerson(asked)}
          isBusy={suspend.isPending}
          onConfirm={() => suspend.mutate(asked, { onSettled: () => setAsked(undefined) })}
          onCancel={() => setAsked(undefined)}
        />
      )}
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

function sharingOf({ shares_with, shares_total }: ScraperRow): string {
  const names = shares_with.map(({ name }) => name).join(', ');
  const others = shares_total - shares_with.length;
  return others > 0 ? `${names} and ${others} more` : names;
}
