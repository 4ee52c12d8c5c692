import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { statementList, statementRowList } from '#contract/lists/photographer-statements.ts';
import { Button } from '#web/components/button.tsx';
import { ListToolbar, SortSelect } from '#web/components/list/list-toolbar.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, FailedState, Skeleton } from '#web/components/states.tsx';
import { RangePicker, readRange } from '#web/features/reports/range-picker.tsx';
import {
  groupStatements,
  photographersQuery,
  StatementCard,
  statementOptions,
} from '#web/features/reports/statement-card.tsx';
import { PhotographersNav } from '#web/features/roster/photographers-nav.tsx';
import { browserTimeZone, formatDays } from '#web/lib/formats.ts';
import { csvBlob, useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { rangeSearch, useSearchState } from '#web/lib/search-params.ts';

export function AdminPhotographerReportPage() {
  const { search } = useSearchState(rangeSearch);
  const isAllTime = search.range === undefined;
  const range = readRange(search);
  const { start_date, end_date } = range;
  const time_zone = browserTimeZone();
  const days = isAllTime ? { time_zone } : { start_date, end_date, time_zone };
  const { data, error, refetch, isPlaceholderData } = useQuery(photographersQuery(days));
  const rows = useLocalRows(useListState(statementRowList), data);
  const order = useListState(statementList);
  const statements = useLocalRows(order, groupStatements(rows.rows)).rows;
  const readCsv = async () =>
    csvBlob(
      statementRowList.columns,
      statements.flatMap((statement) => statement.rows),
    );
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10 print:max-w-none print:p-0">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading title="Photographers">
          {isAllTime ? 'All time' : formatDays(start_date, end_date)}. Album sales are split by the number of
          photos that each photographer published in the album.
        </PageHeading>
        <div className="print:hidden">
          <Button icon={Printer} kind="line" size="small" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
      <PhotographersNav current="Report" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 print:hidden">
        <RangePicker range={range} events={[]} allTime={isAllTime} />
        <ListToolbar
          rows={{ ...rows, readCsv }}
          options={statementOptions(data ?? [])}
          fileName="photographers.csv"
        >
          <SortSelect state={order} label="Sort statements by" />
        </ListToolbar>
      </div>
      {error && <FailedState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton label="Loading the report" className="h-[420px]" />}
      {data && statements.length === 0 && rows.state.isFiltered && (
        <EmptyState title="No statement found" sentence="Nothing matches these filters.">
          <Button kind="line" onClick={rows.state.clearFilters}>
            Clear filters
          </Button>
        </EmptyState>
      )}
      {data && statements.length === 0 && !rows.state.isFiltered && (
        <EmptyState title="No statements" sentence="There were no uploads, views or sales on these days." />
      )}
      <div
        aria-busy={isPlaceholderData}
        className={`grid grid-cols-[minmax(0,1fr)] gap-6 ${isPlaceholderData ? 'opacity-45' : ''}`}
      >
        {statements.map((statement) => (
          <div
            key={statement.name}
            className="min-w-0 [contain-intrinsic-size:auto_360px] [content-visibility:auto] print:[content-visibility:visible]"
          >
            <StatementCard statement={statement} state={rows.state} />
          </div>
        ))}
      </div>
    </div>
  );
}
