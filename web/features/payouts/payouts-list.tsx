import { payoutLineListEndpoints, payoutListEndpoints } from '#contract/endpoints/refunds.ts';
import type { PayoutLineRow, PayoutRow } from '#contract/entities/order-of-user.ts';
import { payoutLineList, payoutList } from '#contract/lists/payouts.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { formatDay, formatWeekday } from '#web/lib/formats.ts';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { kindOf, moneyOf, partsOf, stateOf } from './balance-cards.tsx';

const NUMBER = { width: '12%', className: 'text-right tabular-nums' };

export function PayoutsList({ onOpen }: { onOpen: (payout: PayoutRow) => void }) {
  const rows = useServerRows(useListState(payoutList), payoutListEndpoints);
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
      <ListToolbar rows={rows} />
      <StaffList
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

type PayoutSheetProps = {
  /** Without it, the sheet lists what has not been paid out yet. */
  payout: string | undefined;
  onClose: () => void;
};

const PART_NUMBER = { width: '18%', className: 'text-right tabular-nums' };

export function PayoutSheet({ payout, onClose }: PayoutSheetProps) {
  const rows = useServerRows(useListState(payoutLineList, { payout }), payoutLineListEndpoints);
  return (
    <Sheet
      title={payout ? 'What’s in this payout' : 'Not paid out yet'}
      description={payout ?? 'Sales, refunds and fees that are part of a later payout'}
      isWide
      isTall
      onClose={onClose}
    >
      <ListToolbar
        rows={rows}
        isInDialog
        fileName={`${payout ?? 'not-paid-out'}.csv`}
        className="px-5 pb-3 desk:px-7"
      />
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={nameOf}
        isInDialog
        isPane
        hasKeys={false}
        className="flex-1 border-line border-t"
        rowPx={{ desk: 40, phone: 69 }}
        titleColumn="type"
        cells={{
          at: { width: '20%', cell: ({ at }) => <time dateTime={at}>{formatDay(at)}</time> },
          type: { cell: ({ type }) => <span className="text-ink">{kindOf(type)}</span> },
          order: { ...PART_NUMBER, width: '12%', cell: ({ order }) => order ?? '' },
          amount: { ...PART_NUMBER, cell: ({ amount }) => moneyOf(amount) },
          fee: { ...PART_NUMBER, cell: ({ fee }) => moneyOf(fee) },
          net: {
            ...PART_NUMBER,
            cell: ({ net }) => <span className="font-semibold text-ink">{moneyOf(net)}</span>,
          },
        }}
        card={(row) => (
          <span className="grid gap-0.5 px-5 py-3 text-13 text-ink-2">
            <span className="flex justify-between gap-3 text-14 font-[650] text-ink">
              <span>{nameOf(row)}</span>
              <span className="tabular-nums">{moneyOf(row.net)}</span>
            </span>
            <span>
              {formatDay(row.at)}, amount {moneyOf(row.amount)}, fee {moneyOf(row.fee)}
            </span>
          </span>
        )}
        empty={
          <div className="px-5 pb-5 desk:px-7">
            <EmptyState
              title="No transactions"
              sentence="The card provider lists them once the payout has been paid."
            />
          </div>
        }
      />
    </Sheet>
  );
}

const nameOf = ({ type, order }: PayoutLineRow) =>
  order === null ? kindOf(type) : `${kindOf(type)}, order ${order}`;
