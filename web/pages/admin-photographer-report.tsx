import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { photographersQuery } from '#web/features/reports/photographers.query.ts';
import { photographersCsv, statementsOf } from '#web/features/reports/photographers.ts';
import { RangePicker } from '#web/features/reports/range-picker.tsx';
import { browserTimeZone, readRange } from '#web/features/reports/report-range.ts';
import { StatementCard } from '#web/features/reports/statement-card.tsx';
import { StatementToolbar } from '#web/features/reports/statement-toolbar.tsx';
import { useStatementView } from '#web/features/reports/use-statement-view.ts';
import { saveTextFile } from '#web/lib/save-text-file.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';

export function AdminPhotographerReportPage() {
  const search = { range: useSearchText('range'), from: useSearchText('from'), to: useSearchText('to') };
  const isAllTime = search.range === undefined;
  const range = readRange(search);
  const { start_date, end_date } = range;
  const time_zone = browserTimeZone();
  const days = isAllTime ? { time_zone } : { start_date, end_date, time_zone };
  const { data, error, refetch, isPlaceholderData } = useQuery(photographersQuery(days));
  const statements = useStatementView();
  const { view, show, sortEvents } = statements;
  const shown = statementsOf(data ?? [], view);
  const isFiltered = view.photographer !== undefined || view.event !== undefined;
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10 print:max-w-none print:p-0">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading title="Photographers">
          {isAllTime ? 'All time' : `${start_date} to ${end_date}`}. An album’s money is split over its
          photographers by the frames each has published in it.
        </PageHeading>
        <div className="flex gap-2 print:hidden">
          <Button kind="line" size="small" onClick={() => window.print()}>
            <Printer aria-hidden size={16} />
            Print
          </Button>
          <Button
            kind="line"
            size="small"
            disabled={shown.length === 0}
            onClick={() =>
              saveTextFile('photographers.csv', photographersCsv(shown.flatMap(({ rows }) => rows)))
            }
          >
            <Download aria-hidden size={16} />
            Export
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <RangePicker range={range} events={[]} allTime={isAllTime} />
        <StatementToolbar {...statements} rows={data ?? []} />
      </div>
      {error && <FailedState error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton label="Loading the report" className="h-[420px]" />}
      {data && shown.length === 0 && isFiltered && (
        <EmptyState title="Nothing passes the filter" sentence="These days have no such statement.">
          <Button kind="line" onClick={() => show({ photographer: undefined, event: undefined })}>
            Clear the filter
          </Button>
        </EmptyState>
      )}
      {data && shown.length === 0 && !isFiltered && (
        <EmptyState title="Nothing on these days" sentence="No frame came in, was looked at or was sold." />
      )}
      <div
        aria-busy={isPlaceholderData}
        className={`grid grid-cols-[minmax(0,1fr)] gap-6 ${isPlaceholderData ? 'opacity-45' : ''}`}
      >
        {shown.map((statement) => (
          <div
            key={statement.name}
            className="min-w-0 [contain-intrinsic-size:auto_360px] [content-visibility:auto] print:[content-visibility:visible]"
          >
            <StatementCard statement={statement} sort={view.events} onSort={sortEvents} />
          </div>
        ))}
      </div>
    </div>
  );
}
