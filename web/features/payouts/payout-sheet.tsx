import { payoutLineListEndpoints } from '#contract/endpoints/payouts.ts';
import type { PayoutLineRow } from '#contract/entities/payout.ts';
import { payoutLineList } from '#contract/lists/payouts.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useServerRows } from '#web/lib/lists/use-server-rows.ts';
import { kindOf, moneyOf } from './payout-words.ts';

type PayoutSheetProps = {
  /** Without it, the sheet lists what has not been paid out yet. */
  payout: string | undefined;
  onClose: () => void;
};

const NUMBER = { width: '18%', className: 'text-right tabular-nums' };

export function PayoutSheet({ payout, onClose }: PayoutSheetProps) {
  const state = useListState(payoutLineList, { payout });
  const rows = useServerRows(state, payoutLineListEndpoints);
  return (
    <Sheet
      title={payout ? 'What this payout consists of' : 'Not paid out yet'}
      description={payout ?? 'Sales, refunds and fees that are part of a later payout'}
      isWide
      isTall
      onClose={onClose}
    >
      <ListToolbar
        state={state}
        rows={rows}
        isInDialog
        fileName={`${payout ?? 'not-paid-out'}.csv`}
        className="px-5 pb-3 desk:px-7"
      />
      <StaffList
        state={state}
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
          at: { width: '20%', cell: ({ at }) => <time dateTime={at}>{formatDate(at)}</time> },
          type: { cell: ({ type }) => <span className="text-ink">{kindOf(type)}</span> },
          order: { ...NUMBER, width: '12%', cell: ({ order }) => order ?? '' },
          amount: { ...NUMBER, cell: ({ amount }) => moneyOf(amount) },
          fee: { ...NUMBER, cell: ({ fee }) => moneyOf(fee) },
          net: {
            ...NUMBER,
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
              {formatDate(row.at)}, amount {moneyOf(row.amount)}, fee {moneyOf(row.fee)}
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
