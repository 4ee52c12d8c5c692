import { paymentCaseListEndpoints } from '#contract/endpoints/overview.ts';
import type { PaymentCase } from '#contract/entities/order-of-user.ts';
import { paymentCaseList, TROUBLE_NAMES } from '#contract/lists/payouts.ts';
import { formatCents } from '#contract/rules/money.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { formatAge } from '#web/lib/formats.ts';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { Link, paths } from '#web/lib/navigation.tsx';

export function PaymentCases() {
  const rows = useServerRows(useListState(paymentCaseList), paymentCaseListEndpoints);
  return (
    <>
      <ListToolbar rows={rows} className="border-line border-b px-4 py-2.5 desk:px-5" />
      <StaffList
        rows={rows}
        idOf={({ key }) => key}
        nameOf={({ trouble, customer_name }) => `${TROUBLE_NAMES[trouble]} of ${customer_name}`}
        isPane
        hasKeys={false}
        minWidth="720px"
        rowPx={{ desk: 40, phone: 72 }}
        cells={{
          since: {
            width: '18%',
            className: 'pl-5!',
            cell: ({ since }) => <time dateTime={since}>{formatAge(since)}</time>,
          },
          trouble: { width: '20%', cell: ({ trouble }) => TROUBLE_NAMES[trouble] },
          customer_name: { cell: (row) => <Customer row={row} /> },
          order: { width: '12%', className: 'tabular-nums', cell: ({ order }) => order },
          amount: {
            width: '14%',
            className: 'pr-5! text-right tabular-nums',
            cell: ({ amount }) => <b className="font-[650] text-ink">{formatCents(amount)}</b>,
          },
        }}
        card={(row) => (
          <div className="grid gap-0.5 px-4 py-3 text-13 text-ink-2">
            <span className="flex items-baseline justify-between gap-3">
              <Customer row={row} />
              <b className="text-14 font-[650] text-ink tabular-nums">{formatCents(row.amount)}</b>
            </span>
            <span>
              {TROUBLE_NAMES[row.trouble]}, order {row.order}, {formatAge(row.since)}
            </span>
          </div>
        )}
        empty={
          <EmptyState
            title="No open cases"
            sentence="Unfinished payments, refunds that are delayed or failed, and disputes appear here."
          />
        }
      />
    </>
  );
}

/** Links to the order on the customer's page, where staff act on it. */
function Customer({ row: { customer, customer_name, order } }: { row: PaymentCase }) {
  return (
    <Link
      to={paths.adminUser(customer)}
      search={{ order_q: String(order) }}
      className="min-w-0 truncate text-14 font-[650] text-ink underline-offset-2 hover:underline"
    >
      {customer_name}
    </Link>
  );
}
