import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { CsvButton } from '#web/components/csv-button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { sortText } from '#web/lib/list-sort.ts';
import { rowsCsv } from './report-csv.ts';
import {
  type ReportDays,
  type RowsFilter,
  type RowsListing,
  readAllRows,
  rowsQuery,
  rowTotalsQuery,
} from './reports.query.ts';
import { RowsTable } from './rows-table.tsx';
import { RowsToolbar } from './rows-toolbar.tsx';
import { useRowsView } from './use-rows-view.ts';

type RowsSheetProps = {
  title: string;
  days: ReportDays;
  /** What the figure is of, before the list's own filter. */
  within: RowsFilter;
  onClose: () => void;
};

export function RowsSheet({ title, days, within, onClose }: RowsSheetProps) {
  const view = useRowsView();
  const sort = sortText(view.sort) as RowsListing['sort'];
  const listing = { days, filter: { ...view.filter, ...within }, sort };
  return (
    <Sheet
      title={title}
      description={
        days.start_date === days.end_date ? days.start_date : `${days.start_date} to ${days.end_date}`
      }
      isWide
      isTall
      onClose={onClose}
    >
      <RowsToolbar view={view} hasProduct={within.product !== undefined} />
      <Rows listing={listing} view={view} />
    </Sheet>
  );
}

type RowsProps = { listing: RowsListing; view: ReturnType<typeof useRowsView> };

function Rows({ listing, view }: RowsProps) {
  const rows = useInfiniteQuery(rowsQuery(listing));
  const through = rows.isPlaceholderData ? undefined : rows.data?.pages[0]?.through;
  const totals = useQuery(rowTotalsQuery(listing, through));
  if (rows.error && !rows.data) return <FailedState error={rows.error} onRetry={rows.refetch} />;
  if (!rows.data) return <Skeleton label="Loading rows" className="mx-5 flex-1 desk:mx-7" />;
  const all = rows.data.pages.flatMap((page) => page.rows);
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-3 px-5 pb-3 desk:px-7">
        <p aria-live="polite" className="text-14 font-semibold tabular-nums">
          {totals.data
            ? `${countOf(totals.data.rows, 'row')}, ${formatCents(totals.data.amount)}`
            : totals.error
              ? 'The sum could not be read'
              : 'Adding up'}
        </p>
        <SaveRows listing={listing} total={totals.data?.rows} isEmpty={all.length === 0} />
      </div>
      <div
        aria-busy={rows.isPlaceholderData}
        className={`flex min-h-0 flex-1 flex-col ${rows.isPlaceholderData ? 'opacity-45' : ''}`}
      >
        {all.length === 0 ? (
          <NoRows view={view} />
        ) : (
          <RowsTable
            key={sortText(view.sort)}
            rows={all}
            total={totals.data?.rows}
            view={view}
            hasFailed={rows.isFetchNextPageError}
            onMore={
              rows.hasNextPage && !rows.isPlaceholderData
                ? () => !rows.isFetching && void rows.fetchNextPage()
                : undefined
            }
          />
        )}
      </div>
    </>
  );
}

function NoRows({ view: { isFiltered, showAll } }: Pick<RowsProps, 'view'>) {
  return (
    <div className="px-5 pb-5 desk:px-7">
      {isFiltered ? (
        <EmptyState title="Nothing passes the filter" sentence="There is no such row on these days.">
          <Button kind="line" onClick={showAll}>
            Clear the filter
          </Button>
        </EmptyState>
      ) : (
        <EmptyState title="No rows" sentence="No money moved here on these days." />
      )}
    </div>
  );
}

type SaveRowsProps = { listing: RowsListing; total: number | undefined; isEmpty: boolean };

/** The list as it is filtered and sorted. */
function SaveRows({ listing, total, isEmpty }: SaveRowsProps) {
  const [read, setRead] = useState(0);
  const { start_date, end_date } = listing.days;
  const makeCsv = async () => {
    setRead(0);
    return rowsCsv(await readAllRows(listing, setRead));
  };
  return (
    <CsvButton
      fileName={`sales-${start_date}-${end_date}.csv`}
      label="Rows as CSV"
      makeCsv={makeCsv}
      progress={
        read === 0 || total === undefined ? undefined : `${formatCount(read)} of ${formatCount(total)}`
      }
      disabled={isEmpty}
    />
  );
}
