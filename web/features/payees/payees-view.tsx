import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { type PayeeWithMoney, type PayoutsOverview, payeeEndpoints } from '#contract/endpoints/payees.ts';
import { payeeList } from '#contract/lists/payees.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { ACCOUNT_STATES, describeRates, PAYEE_KINDS } from '#contract/rules/payees.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { Figures } from '#web/components/figures.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { StateMark } from '#web/components/state-mark.tsx';
import { EmptyState, Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, dateFormat, formatWeekday, initials } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { PayeeSheet } from './payee-sheet.tsx';
import { payeesQuery } from './payees.query.ts';

const NUMBER = { width: '11%', className: 'text-right tabular-nums' };

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
          The payouts and the books differ by {formatCents(Math.abs(amount))}. {problem}.
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
        minWidth="1060px"
        rowPx={{ desk: 56, phone: 124 }}
        titleColumn="name"
        onOpen={({ id }) => onOpen(id)}
        cells={{
          name: { width: '18%', cell: (row) => <Name payee={row} /> },
          rate: { width: '12%', cell: ({ kind, rates }) => describeRates(kind, rates) },
          earned: { ...NUMBER, cell: (row) => formatCents(row.earned_this_month) },
          held: { ...NUMBER, width: '14%', cell: (row) => <Held payee={row} /> },
          owed: {
            ...NUMBER,
            width: '10%',
            cell: ({ owed }) => <span className="font-semibold text-ink">{formatCents(owed)}</span>,
          },
          next: { width: '13%', className: 'pl-4!', cell: (row) => data && nextOf(row, data) },
          account: { width: '12%', cell: (row) => <Account payee={row} /> },
          pay: {
            width: '108px',
            className: 'text-right',
            cell: (row) => canPay(row) && <PayNow payee={row} onOpen={onOpen} />,
          },
        }}
        card={(row) => (
          <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 px-1 py-3 text-13 text-ink-2">
            <span className="flex justify-between gap-3 text-15 font-[650] text-ink">
              <span className="min-w-0 truncate">{row.name}</span>
              <span className="tabular-nums">{formatCents(row.owed)}</span>
            </span>
            <span className="truncate">
              {[PAYEE_KINDS[row.kind], describeRates(row.kind, row.rates)].filter(Boolean).join(', ')}
            </span>
            <span className="flex justify-between gap-3">
              <span className="min-w-0 truncate">
                {row.held > 0
                  ? `${formatCents(row.held)} ${holdOf(row)}`
                  : `${formatCents(row.earned_this_month)} earned this month`}
              </span>
              <span className="flex-none">{data && nextOf(row, data)}</span>
            </span>
            <Account payee={row} />
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

type OfPayee = { payee: PayeeWithMoney };

function Name({ payee: { name, kind } }: OfPayee) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-2">
      <i
        aria-hidden
        className="grid size-8 flex-none place-items-center rounded-full bg-sunk text-12 font-bold text-ink-2 not-italic"
      >
        {initials(name)}
      </i>
      <span className="grid min-w-0 leading-tight">
        <span className="truncate font-[650] text-ink">{name}</span>
        <span className="text-12 text-ink-2">{PAYEE_KINDS[kind]}</span>
      </span>
    </span>
  );
}

function Held({ payee }: OfPayee) {
  if (payee.held === 0) return '–';
  return (
    <span className="grid leading-tight">
      {formatCents(payee.held)}
      <span className="text-12 text-ink-2">{holdOf(payee)}</span>
    </span>
  );
}

const MONTH_AND_DAY = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;

const holdOf = ({ held_until: until }: PayeeWithMoney) =>
  `for refunds${until ? ` until ${dateFormat(MONTH_AND_DAY).format(new Date(until))}` : ''}`;

/** When the next payment goes out, or why none does. */
function nextOf(payee: PayeeWithMoney, { minimum, next_day }: PayoutsOverview): string {
  const { under_way, balance, owed, held, account } = payee;
  if (under_way > 0) return `${formatCents(under_way)} on its way`;
  if (balance < 0) return `${formatCents(0 - balance)} carries over`;
  if (owed === 0) return held > 0 ? 'On hold' : '–';
  if (account !== 'ready') return 'By file or hand';
  if (owed < minimum) return `Under ${formatCents(minimum)}`;
  return next_day ? formatWeekday(next_day) : 'By hand';
}

const LOOKS = {
  none: 'rounded-full border-2 border-edge',
  pending: 'rounded-full border-2 border-warn',
  ready: 'rounded-full bg-ok',
  restricted: 'rotate-45 bg-bad',
};

function Account({ payee: { account, left_at } }: OfPayee) {
  return <StateMark look={LOOKS[account]}>{left_at ? 'Archived' : ACCOUNT_STATES[account]}</StateMark>;
}

const canPay = ({ owed, under_way }: PayeeWithMoney) => owed > 0 && under_way === 0;

/** Opens the preview; nothing is sent yet. */
function PayNow({ payee: { id, name }, onOpen }: OfPayee & { onOpen: (payee: number) => void }) {
  return (
    <Button
      kind="line"
      size="small"
      className="relative z-1"
      aria-label={`Pay now: ${name}`}
      onClick={() => onOpen(id)}
    >
      Pay now
    </Button>
  );
}

const isReady = (payee: PayeeWithMoney, minimum: number) =>
  payee.account === 'ready' && canPay(payee) && payee.owed >= minimum;

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
        { label: 'Paid this year', value: formatCents(paid_this_year), note: 'Without what was taken back' },
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
