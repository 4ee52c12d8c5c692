import { reportRowListEndpoints } from '#contract/endpoints/reports.ts';
import { PRODUCTS, type ReportRow } from '#contract/entities/staff-rows.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import { listFor, seesCustomers } from '#contract/lists/of-customers.ts';
import { reportRowList } from '#contract/lists/report-rows.ts';
import { formatCents } from '#contract/rules/money.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { browserTimeZone, formatDay, formatDays, formatTimeOfDay } from '#web/lib/formats.ts';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';

const KIND_LABELS: Record<ReportRow['kind'], string> = {
  charge: 'Sale',
  refund: 'Refund',
  refund_failed: 'Refund failed',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  fee: 'Fee',
  dispute_fee: 'Dispute fee',
};

type RowsSheetProps = {
  title: string;
  /** The part of the report that the rows are of. */
  scope: FilterValues<typeof reportRowList> & { start_date: string; end_date: string };
  onClose: () => void;
};

export function RowsSheet({ title, scope, onClose }: RowsSheetProps) {
  const navigate = useNavigate();
  const me = useUser();
  const reader = { role: me.type, permissions: me.permissions };
  const rows = useServerRows<typeof reportRowList, { amount: number }>(
    useListState(listFor(reader, reportRowList), scope),
    reportRowListEndpoints,
  );
  const { start_date, end_date } = scope;
  return (
    <Sheet title={title} description={formatDays(start_date, end_date)} isWide isTall onClose={onClose}>
      <ListToolbar
        rows={rows}
        isInDialog
        fileName={`sales-${start_date}-${end_date}.csv`}
        className="px-5 pb-3 desk:px-7"
      >
        <output aria-label="Total" className="text-14 font-semibold tabular-nums">
          {rows.totals && formatCents(rows.totals.amount)}
        </output>
      </ListToolbar>
      <StaffList
        rows={rows}
        idOf={({ key }) => key}
        nameOf={({ album_name }) => album_name}
        isInDialog
        isPane
        className="flex-1 border-line border-t"
        rowPx={{ desk: 40, phone: 69 }}
        {...(seesCustomers(reader) && {
          titleColumn: 'customer_name' as const,
          onOpen: ({ customer }: ReportRow) => void (customer && navigate({ to: paths.adminUser(customer) })),
        })}
        cells={{
          time: {
            width: '172px',
            className: 'tabular-nums',
            cell: ({ at }) => <time dateTime={at}>{timeOf(at)}</time>,
          },
          kind: { width: '100px', cell: ({ kind }) => KIND_LABELS[kind] },
          album: {
            cell: (row) => (
              <>
                <Item row={row} />
                <span className="pl-2 text-12">{marksOf(row)}</span>
              </>
            ),
          },
          event: { width: '19%', cell: ({ event_name }) => event_name },
          customer_name: {
            width: '16%',
            cell: ({ customer_name }) => <span className="text-ink">{customer_name}</span>,
          },
          order: { width: '76px', className: 'text-right tabular-nums', cell: ({ order }) => order },
          amount: {
            width: '110px',
            className: 'text-right',
            cell: ({ amount }) => <Amount amount={amount} />,
          },
        }}
        card={(row) => (
          <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-5 py-3 text-13 text-ink-2">
            <span className="truncate text-14">
              <Item row={row} />
            </span>
            <span className="text-14">
              <Amount amount={row.amount} />
            </span>
            <span className="col-span-2 truncate">
              {KIND_LABELS[row.kind]}, <time dateTime={row.at}>{timeOf(row.at)}</time>
              {row.customer_name && `, ${row.customer_name}`}, order {row.order} {marksOf(row)}
            </span>
          </span>
        )}
        empty={
          <div className="px-5 pb-5 desk:px-7">
            <EmptyState title="No rows" sentence="There were no sales on these days." />
          </div>
        }
      />
    </Sheet>
  );
}

const timeOf = (at: string) => `${formatDay(at)} ${formatTimeOfDay(at, browserTimeZone())}`;

const marksOf = ({ pool, facial, coupon }: ReportRow) =>
  [pool && 'group order', facial && 'by face', coupon].filter(Boolean).join(', ');

function Item({ row }: { row: ReportRow }) {
  return (
    <>
      <span className="font-[650] text-ink">{row.album_name}</span>
      {row.product === 'image' && ` photo ${row.image}`}
    </>
  );
}

function Amount({ amount }: { amount: number }) {
  return (
    <span className={`font-semibold tabular-nums ${amount < 0 ? 'text-bad' : 'text-ink'}`}>
      {formatCents(amount)}
    </span>
  );
}

type RowsPlace = {
  kind: 'all' | 'day' | 'event' | 'brand' | 'product';
  value: string;
  scope: FilterValues<typeof reportRowList>;
};

/** Reads the part of the report whose rows are open: all, day.2026-03-05, event.12, brand.North Cup, product.image. */
export function readRowsPlace(text: string | undefined): RowsPlace | undefined {
  if (text === 'all') return { kind: 'all', value: 'All rows', scope: {} };
  const [, kind, value = ''] = /^(\w+)\.(.+)$/.exec(text ?? '') ?? [];
  if (kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return { kind, value, scope: { start_date: value, end_date: value } };
  }
  if (kind === 'event' && /^\d{1,9}$/.test(value)) return { kind, value, scope: { event: Number(value) } };
  if (kind === 'brand') return { kind, value, scope: { brand: value.slice(0, 200) } };
  const product = PRODUCTS.find((one) => one === value);
  if (kind === 'product' && product) return { kind, value, scope: { product } };
  return undefined;
}
