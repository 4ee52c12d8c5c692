import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type RefusedBooking, type TaxReportRow, taxEndpoints } from '#contract/endpoints/tax.ts';
import { taxReportList } from '#contract/lists/tax.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { formatRate } from '#contract/rules/tax.ts';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/form.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { EmptyState, Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatMonth, todayIsoDate } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { refusedQuery, taxReportQuery } from './tax.query.ts';

const NUMBER = { width: '12%', className: 'text-right tabular-nums' };
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const rateOf = ({ rate_millionths: rate }: TaxReportRow) => (rate === null ? 'Unknown' : formatRate(rate));
const placeOf = ({ country, state }: TaxReportRow) =>
  [country, state].filter(Boolean).join(' ') || 'Everywhere';
const money = (key: 'net_sales' | 'collected' | 'refunded' | 'disputed' | 'owed') => ({
  ...NUMBER,
  cell: (row: TaxReportRow) => formatCents(row[key]),
});

/** Collected tax by month, state and rate, with the tax that refunds and disputes took back. */
export function TaxReport() {
  const thisMonth = todayIsoDate().slice(0, 7);
  const [from, setFrom] = useState(`${thisMonth.slice(0, 4)}-01`);
  const [to, setTo] = useState(thisMonth);
  const isRange = MONTH.test(from) && MONTH.test(to) && from <= to;
  const { data, error, refetch } = useQuery({ ...taxReportQuery(from, to), enabled: isRange });
  const refused = useQuery({ ...refusedQuery(from, to), enabled: isRange }).data ?? [];
  const rows = useLocalRows(useListState(taxReportList), data, { error, retry: refetch });
  const owed = sumCents((data ?? []).map((row) => row.owed));
  return (
    <SectionCard id="report" title="Tax report">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="From" type="month" value={from} onChange={(event) => setFrom(event.target.value)} />
        <TextField
          label="To"
          type="month"
          value={to}
          error={isRange ? undefined : 'Choose a month that is not before the first'}
          onChange={(event) => setTo(event.target.value)}
        />
      </div>
      <p className="text-15">
        <b className="tabular-nums">{formatCents(owed)}</b> owed after refunds and disputes
      </p>
      {refused.length > 0 && (
        <Notice tone="bad">
          <p>Stripe Tax refused to record these orders. Fix what it names, then try again.</p>
          <ul className="grid gap-1 pt-2">
            {refused.map((booking) => (
              <Refused key={booking.id} booking={booking} />
            ))}
          </ul>
        </Notice>
      )}
      <ListToolbar rows={rows} fileName={`tax-${from}-${to}.csv`} />
      <StaffList
        rows={rows}
        idOf={(row) => [row.month, row.country, row.state, row.name, row.kind, row.rate_millionths].join('|')}
        nameOf={(row) => `${row.name}, ${placeOf(row)}, ${formatMonth(`${row.month}-01`)}`}
        hasKeys={false}
        minWidth="860px"
        rowPx={{ desk: 44, phone: 84 }}
        titleColumn="month"
        cells={{
          month: { width: '14%', cell: ({ month }) => formatMonth(`${month}-01`) },
          country: { width: '9%', cell: ({ country }) => country || 'Any' },
          state: { width: '8%', cell: ({ state }) => state },
          name: { width: '16%', cell: ({ name }) => name },
          rate_percent: { ...NUMBER, width: '9%', cell: rateOf },
          net_sales: money('net_sales'),
          collected: money('collected'),
          refunded: money('refunded'),
          disputed: money('disputed'),
          owed: money('owed'),
        }}
        card={(row) => (
          <span className="grid gap-0.5 px-1 py-3 text-13 text-ink-2">
            <span className="flex justify-between gap-3 text-14 font-[650] text-ink">
              <span>
                {placeOf(row)}, {formatMonth(`${row.month}-01`)}
              </span>
              <span className="tabular-nums">{formatCents(row.owed)}</span>
            </span>
            <span>
              {row.name} {rateOf(row)}
            </span>
            <span>
              {formatCents(row.collected)} collected, {formatCents(row.refunded + row.disputed)} refunded or
              disputed
            </span>
          </span>
        )}
        empty={<EmptyState title="No tax in these months" sentence="Sales without tax are not listed." />}
      />
    </SectionCard>
  );
}

function Refused({ booking: { id, order, reference, failure } }: { booking: RefusedBooking }) {
  const retry = useStaffAction(
    () => callApi(taxEndpoints.retryBooking, { params: { id } }),
    (again) => toast(again.failure === null ? `Order ${order} is recorded` : 'Stripe refused it again'),
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0 break-words">
        Order {order}, {reference}: {failure}
      </span>
      <Button
        kind="line"
        size="small"
        aria-label={`Try again: order ${order}`}
        isBusy={retry.isPending}
        onClick={() => retry.mutate()}
      >
        Try again
      </Button>
    </li>
  );
}
