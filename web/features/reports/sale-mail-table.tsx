import { useQuery } from '@tanstack/react-query';
import type { SaleMailFigures } from '#contract/endpoints/reminders.ts';
import { SALE_MAIL_DAYS } from '#contract/endpoints/reminders.ts';
import { SALE_MAIL_NAMES, saleMailList } from '#contract/lists/sale-mails.ts';
import { formatCents } from '#contract/rules/money.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { formatDate } from '#web/lib/formats.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';
import { saleMailsQuery } from './reports.query.ts';

const NUMBER = 'text-right tabular-nums';

function percentOf(part: number, { sent }: SaleMailFigures): string {
  return `${formatCount(part)} (${Math.round((part / sent) * 100)}%)`;
}

/** Figures of all time: a mail and the purchase after it are often in different periods. */
export function SaleMailTable() {
  const { data, error, refetch } = useQuery(saleMailsQuery);
  const state = useListState(saleMailList);
  const rows = useLocalRows(state, data, { error, retry: refetch });
  return (
    <SectionCard title="Reminders">
      <p className="text-13 text-ink-2">
        All time. A purchase counts within {SALE_MAIL_DAYS} days after the e-mail, if it named the photo or
        album. Deleted accounts are not counted.
      </p>
      {(data?.length ?? 0) > 0 && <ListToolbar state={state} rows={rows} fileName="reminders.csv" />}
      <StaffList
        state={state}
        rows={rows}
        idOf={({ event, kind }) => `${event}.${kind}`}
        nameOf={({ event_name, kind }) => `${event_name}, ${SALE_MAIL_NAMES[kind]}`}
        hasKeys={false}
        isPane
        className="max-h-[480px]"
        minWidth="720px"
        cells={{
          event_name: { cell: ({ event_name }) => <span className="font-[650] text-ink">{event_name}</span> },
          start_date: {
            width: '13%',
            className: 'tabular-nums',
            cell: ({ start_date }) => formatDate(start_date),
          },
          kind: { width: '12%', cell: ({ kind }) => SALE_MAIL_NAMES[kind] },
          sent: { width: '10%', className: NUMBER, cell: ({ sent }) => formatCount(sent) },
          opened: { width: '13%', className: NUMBER, cell: (row) => percentOf(row.opened, row) },
          bought: { width: '13%', className: NUMBER, cell: (row) => percentOf(row.bought, row) },
          revenue: { width: '13%', className: NUMBER, cell: ({ revenue }) => formatCents(revenue) },
        }}
        card={(row) => (
          <span className="grid gap-0.5 py-3 text-13 text-ink-2">
            <span className="flex justify-between gap-3 text-14 font-[650] text-ink">
              <span className="min-w-0 truncate">{row.event_name}</span>
              <span className="tabular-nums">{formatCents(row.revenue)}</span>
            </span>
            {SALE_MAIL_NAMES[row.kind]}: {formatCount(row.sent)} sent, {formatCount(row.opened)} opened,{' '}
            {formatCount(row.bought)} bought
          </span>
        )}
        empty={<p className="text-15 text-ink-2">No reminders were sent yet.</p>}
      />
    </SectionCard>
  );
}
