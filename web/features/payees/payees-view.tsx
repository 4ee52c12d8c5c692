import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type PayeeWithMoney, type PayoutsOverview, payeeEndpoints } from '#contract/endpoints/payees.ts';
import { payeeList } from '#contract/lists/payees.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { ACCOUNT_STATES, PAYEE_KINDS } from '#contract/rules/payees.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { Figures } from '#web/components/figures.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { EmptyState, Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatWeekday } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { PayeeSheet } from './payee-sheet.tsx';
import { payeesQuery } from './payees.query.ts';

const NUMBER = { width: '13%', className: 'text-right tabular-nums' };

/** Amounts owed, on hold, and going out next. */
export function PayeesView({ onOpen }: { onOpen: (payee: number) => void }) {
  const { data, error, refetch } = useQuery({ ...payeesQuery, staleTime: 0 });
  const rows = useLocalRows(useListState(payeeList), data?.payees, { error, retry: refetch });
  const [edited, setEdited] = useState<PayeeWithMoney | 'new'>();
  const add = (
    <Button icon={UserPlus} kind="line" size="small" onClick={() => setEdited('new')}>
      Add payee
    </Button>
  );
  return (
    <section aria-label="Payees" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {data && <Overview data={data} />}
      {data?.cases.map(({ id, problem, amount }) => (
        <Notice key={id} tone="bad">
          {formatCents(amount)} do not agree. {problem}.
        </Notice>
      ))}
      <ListToolbar rows={rows} sorting="always" fileName="payees.csv">
        <span className="order-last flex w-full flex-wrap gap-2 desk:order-none desk:ml-auto desk:w-auto">
          {add}
          {data && <PayAll data={data} />}
        </span>
      </ListToolbar>
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hasKeys={false}
        minWidth="860px"
        rowPx={{ desk: 56, phone: 116 }}
        titleColumn="name"
        onOpen={({ id }) => onOpen(id)}
        cells={{
          name: {
            width: '26%',
            cell: ({ name }) => <span className="font-[650] text-ink">{name}</span>,
          },
          kind: { width: '12%', cell: ({ kind }) => PAYEE_KINDS[kind] },
          earned: { ...NUMBER, cell: (row) => formatCents(row.earned_this_month) },
          balance: { ...NUMBER, cell: ({ balance }) => formatCents(balance) },
          held: { ...NUMBER, cell: ({ held }) => formatCents(held) },
          owed: {
            ...NUMBER,
            cell: ({ owed }) => <span className="font-semibold text-ink">{formatCents(owed)}</span>,
          },
          account: { cell: (row) => stateOf(row) },
        }}
        card={(row) => (
          <span className="grid gap-0.5 px-1 py-3 text-13 text-ink-2">
            <span className="flex justify-between gap-3 text-15 font-[650] text-ink">
              <span>{row.name}</span>
              <span className="tabular-nums">{formatCents(row.owed)}</span>
            </span>
            <span>
              {PAYEE_KINDS[row.kind]}, {stateOf(row)}
            </span>
            <span>
              {formatCents(row.earned_this_month)} this month, {formatCents(row.held)} on hold
            </span>
          </span>
        )}
        empty={
          <EmptyState
            title="No payees yet"
            sentence="Photographers appear with their first sale. Add producers and gyms, then give them a share on the page of an event."
          >
            {add}
          </EmptyState>
        }
      />
      {edited && (
        <PayeeSheet {...(edited === 'new' ? {} : { payee: edited })} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

function stateOf({ under_way, balance, account, left_at }: PayeeWithMoney): string {
  if (under_way > 0) return `${formatCents(under_way)} on its way`;
  if (balance < 0) return 'Carries over';
  return left_at ? 'Archived' : ACCOUNT_STATES[account];
}

const isReady = ({ owed, account, under_way }: PayeeWithMoney, minimum: number) =>
  account === 'ready' && under_way === 0 && owed >= Math.max(1, minimum);

const SCHEDULES = {
  weekly: 'Every Friday',
  monthly: 'On the first of the month',
  manual: 'No automatic transfers',
};

function Overview({ data }: { data: PayoutsOverview }) {
  const { payees, next_day, schedule, hold_days, minimum, paid_this_year } = data;
  const owing = payees.filter(({ owed }) => owed > 0);
  const next = payees.filter((payee) => isReady(payee, minimum));
  const sumOf = (rows: readonly PayeeWithMoney[], figure: 'owed' | 'held') =>
    formatCents(sumCents(rows.map((row) => row[figure])));
  return (
    <Figures
      figures={[
        { label: 'Owed now', value: sumOf(owing, 'owed'), note: countOf(owing.length, 'payee') },
        {
          label: 'On hold',
          value: sumOf(payees, 'held'),
          note: `Sales of the last ${countOf(hold_days, 'day')}`,
        },
        {
          label: 'Next transfer',
          value: next_day ? formatWeekday(next_day) : 'By hand',
          note: `${SCHEDULES[schedule]}. Ready: ${sumOf(next, 'owed')}`,
        },
        { label: 'Paid this year', value: formatCents(paid_this_year), note: 'Less what was taken back' },
      ]}
    />
  );
}

/** Each payment is its own call, so one that is refused stops no other. */
function PayAll({ data: { payees, minimum } }: { data: PayoutsOverview }) {
  const ready = payees.filter((payee) => isReady(payee, minimum));
  const sum = formatCents(sumCents(ready.map(({ owed }) => owed)));
  const pay = useStaffAction(
    async () => {
      let paid = 0;
      for (const { id, owed: amount } of ready) {
        const call = { params: { id }, body: { amount, method: 'connect' as const } };
        await callApi(payeeEndpoints.payPayee, call).then(() => (paid += 1), toast.failure);
      }
      return paid;
    },
    (paid) => toast(`${countOf(paid, 'payment')} of ${ready.length} on the way`),
  );
  const { ask, question } = useConfirmed(pay, () => ({
    title: `Pay ${sum}?`,
    sentence: `It goes to ${countOf(ready.length, 'connected account')}: ${ready.map(({ name }) => name).join(', ')}.`,
    confirmLabel: `Pay ${sum}`,
  }));
  if (ready.length === 0) return null;
  return (
    <>
      <Button size="small" onClick={() => ask()}>
        Pay {countOf(ready.length, 'ready payee')}
      </Button>
      {question}
    </>
  );
}
