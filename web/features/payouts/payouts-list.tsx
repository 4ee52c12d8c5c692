import { payoutListEndpoints } from '#contract/endpoints/payouts.ts';
import type { PayoutRow } from '#contract/entities/payout.ts';
import { payoutList } from '#contract/lists/payouts.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { formatWeekday } from '#web/lib/formats.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useServerRows } from '#web/lib/lists/use-server-rows.ts';
import { moneyOf, partsOf, stateOf } from './payout-words.ts';

const NUMBER = { width: '12%', className: 'text-right tabular-nums' };

export function PayoutsList({ onOpen }: { onOpen: (payout: PayoutRow) => void }) {
  const state = useListState(payoutList);
  const rows = useServerRows(state, payoutListEndpoints);
  const added = (part: 'sales' | 'other') => ({
    ...NUMBER,
    cell: (row: PayoutRow) => moneyOf(row[part], row.currency),
  });
  const taken = (part: 'refunds' | 'disputes' | 'fees') => ({
    ...NUMBER,
    cell: (row: PayoutRow) => moneyOf(row[part] === 0 ? 0 : -row[part], row.currency),
  });
  return (
    <section aria-label="Payouts" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ListToolbar state={state} rows={rows} />
      <StaffList
        state={state}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ arrives_on }) => `Payout of ${formatWeekday(arrives_on)}`}
        hasKeys={false}
        isPane
        className="max-h-[640px]"
        minWidth="860px"
        rowPx={{ desk: 44, phone: 106 }}
        titleColumn="arrives_on"
        onOpen={onOpen}
        cells={{
          arrives_on: {
            width: '18%',
            cell: ({ arrives_on }) => (
              <span className="font-[650] text-ink">{formatWeekday(arrives_on)}</span>
            ),
          },
          state: { width: '14%', cell: (row) => <State row={row} /> },
          sales: added('sales'),
          refunds: taken('refunds'),
          disputes: taken('disputes'),
          fees: taken('fees'),
          other: added('other'),
          amount: {
            ...NUMBER,
            cell: ({ amount, currency }) => (
              <span className="font-semibold text-ink">{moneyOf(amount, currency)}</span>
            ),
          },
        }}
        card={(row) => (
          <span className="grid gap-0.5 px-1 py-3 text-13 text-ink-2">
            <span className="flex justify-between gap-3 text-14 font-[650] text-ink">
              <span>{formatWeekday(row.arrives_on)}</span>
              <span className="tabular-nums">{moneyOf(row.amount, row.currency)}</span>
            </span>
            <State row={row} />
            <span className="line-clamp-2">{partsOf(row)}</span>
          </span>
        )}
        empty={
          <EmptyState
            title="No payouts yet"
            sentence="The first payout appears here a few days after the first sale."
          />
        }
      />
    </section>
  );
}

function State({ row }: { row: PayoutRow }) {
  const hasFailed = row.state === 'failed' || row.state === 'canceled';
  return (
    <span className={hasFailed ? 'font-semibold text-bad' : ''}>
      {stateOf(row)}
      {row.failure && `: ${row.failure.replaceAll('_', ' ')}`}
    </span>
  );
}
