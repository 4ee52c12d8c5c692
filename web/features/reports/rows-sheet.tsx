import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ReportRow } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { saveTextFile } from '#web/lib/save-text-file.ts';
import { rowsCsv } from './report-csv.ts';
import { loadAllRows, type ReportDays, type RowsFilter, rowsQuery } from './reports.query.ts';

const KIND_WORDS: Record<ReportRow['kind'], string> = {
  charge: 'Sale',
  refund: 'Refund',
  refund_failed: 'Refund sent back',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
};

type RowsSheetProps = { title: string; days: ReportDays; filter: RowsFilter; onClose: () => void };

function Rows({ days, filter }: Pick<RowsSheetProps, 'days' | 'filter'>) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    rowsQuery(days, filter),
  );
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading rows" className="h-64" />;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <p className="py-6 text-15 text-ink-2">No money moved here.</p>;
  return (
    <>
      <ul>
        {rows.map((row) => (
          <li
            key={row.key}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-line border-t py-3 text-14"
          >
            <span className="truncate font-[650]">
              {row.album_name}
              {row.product === 'image' && <span className="font-normal text-ink-2"> photo {row.image}</span>}
            </span>
            <span className={`text-right font-semibold tabular-nums ${row.amount < 0 ? 'text-bad' : ''}`}>
              {formatCents(row.amount)}
            </span>
            <span className="col-span-2 text-13 text-ink-2">
              {KIND_WORDS[row.kind]}, {new Date(row.at).toLocaleString()},{' '}
              <Link
                to={paths.adminUser(row.customer)}
                className="underline decoration-edge underline-offset-3 hover:decoration-ink"
              >
                {row.customer_name}
              </Link>
              , order {row.order}, {row.event_name}
              {row.pool && ', pool'}
              {row.coupon && `, coupon ${row.coupon}`}
              {row.facial && ', found by face'}
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="line" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

export function RowsSheet({ title, days, filter, onClose }: RowsSheetProps) {
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    try {
      const rows = await loadAllRows(days, filter);
      saveTextFile(`sales-${days.start_date}-${days.end_date}.csv`, rowsCsv(rows));
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setIsSaving(false);
    }
  };
  const description =
    days.start_date === days.end_date ? days.start_date : `${days.start_date} to ${days.end_date}`;
  return (
    <Sheet
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <Button kind="line" isBusy={isSaving} onClick={() => void save()}>
          <Download aria-hidden size={18} />
          Export rows
        </Button>
      }
    >
      <Rows days={days} filter={filter} />
    </Sheet>
  );
}
