import { useQuery } from '@tanstack/react-query';
import { SALE_MAIL_DAYS, type SaleMailTotals } from '#contract/endpoints/reminders.ts';
import { SALE_MAIL_NAMES, saleMailList } from '#contract/lists/coupons.ts';
import {
  type BreakdownList,
  type BreakdownRow,
  type CouponUse,
  couponSalesList,
} from '#contract/lists/sales-breakdowns.ts';
import { formatCents } from '#contract/rules/money.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { countOf, formatCount, formatDay } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { Bar } from './report-charts.tsx';
import { saleMailsQuery } from './reports.query.ts';

type BreakdownProps = {
  title: string;
  list: BreakdownList;
  fileName: string;
  all: readonly BreakdownRow[];
  onOpen: (key: string) => void;
};

const NUMBER = 'text-right tabular-nums';

export function Breakdown({ title, list, fileName, all, onOpen }: BreakdownProps) {
  const rows = useLocalRows(useListState(list), all);
  const largest = Math.max(1, ...all.map(({ net }) => net));
  return (
    <SectionCard title={title}>
      {all.length > 0 && <ListToolbar rows={rows} fileName={fileName} />}
      <StaffList
        rows={rows}
        idOf={({ key }) => key}
        nameOf={({ name }) => name}
        hasKeys={false}
        isPane
        className="max-h-[600px]"
        minWidth="480px"
        titleColumn="name"
        onOpen={({ key }) => onOpen(key)}
        cells={{
          name: { cell: ({ name }) => <span className="font-[650] text-ink">{name}</span> },
          share: { width: '16%', cell: ({ net }) => <Bar part={net / largest} /> },
          gross: { width: '19%', className: NUMBER, cell: ({ gross }) => formatCents(gross) },
          returned: {
            width: '19%',
            className: NUMBER,
            cell: ({ refunds, disputes }) => formatCents(refunds + disputes),
          },
          net: {
            width: '19%',
            className: NUMBER,
            cell: ({ net }) => <span className="font-semibold text-ink">{formatCents(net)}</span>,
          },
        }}
        card={({ name, brand, net }) => (
          <span className="grid gap-1 py-3">
            <CardHead name={name} cents={net} />
            {brand !== '' && <span className="truncate text-13 text-ink-2">{brand}</span>}
            <Bar part={net / largest} />
          </span>
        )}
        empty={<p className="text-15 text-ink-2">No sales on these days</p>}
      />
    </SectionCard>
  );
}

function CardHead({ name, cents }: { name: string; cents: number }) {
  return (
    <span className="flex justify-between gap-3 text-14 font-[650] text-ink">
      <span className="min-w-0 truncate">{name}</span>
      <span className="tabular-nums">{formatCents(cents)}</span>
    </span>
  );
}

export function CouponTable({ coupons, fileName }: { coupons: readonly CouponUse[]; fileName: string }) {
  const rows = useLocalRows(useListState(couponSalesList), coupons);
  return (
    <SectionCard title="Coupons">
      {coupons.length > 0 && <ListToolbar rows={rows} fileName={fileName} />}
      <StaffList
        rows={rows}
        idOf={({ coupon }) => coupon}
        nameOf={({ code }) => code}
        hasKeys={false}
        isPane
        className="max-h-[480px]"
        minWidth="480px"
        cells={{
          code: { cell: ({ code }) => <span className="font-[650] text-ink">{code}</span> },
          orders: { width: '20%', className: NUMBER, cell: ({ orders }) => formatCount(orders) },
          discount: { width: '20%', className: NUMBER, cell: ({ discount }) => formatCents(discount) },
          sales: { width: '20%', className: NUMBER, cell: ({ sales }) => formatCents(sales) },
        }}
        card={({ code, orders, discount, sales }) => (
          <span className="grid gap-0.5 py-3 text-13 text-ink-2">
            <CardHead name={code} cents={sales} />
            {countOf(orders, 'order')}, {formatCents(discount)} off
          </span>
        )}
        empty={<p className="text-15 text-ink-2">No order used a coupon on these days</p>}
      />
    </SectionCard>
  );
}

function percentOf(part: number, { sent }: SaleMailTotals): string {
  return `${formatCount(part)} (${Math.round((part / sent) * 100)}%)`;
}

/** Totals of all time: a mail and the purchase after it are often in different periods. */
export function SaleMailTable() {
  const { data, error, refetch } = useQuery(saleMailsQuery);
  const rows = useLocalRows(useListState(saleMailList), data, { error, retry: refetch });
  return (
    <SectionCard title="Reminders">
      <p className="text-13 text-ink-2">
        All time. A purchase counts within {SALE_MAIL_DAYS} days after the email, if it named the photo or
        album. Deleted accounts are not counted.
      </p>
      {(data?.length ?? 0) > 0 && <ListToolbar rows={rows} fileName="reminders.csv" />}
      <StaffList
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
            cell: ({ start_date }) => formatDay(start_date),
          },
          kind: { width: '12%', cell: ({ kind }) => SALE_MAIL_NAMES[kind] },
          sent: { width: '10%', className: NUMBER, cell: ({ sent }) => formatCount(sent) },
          opened: { width: '13%', className: NUMBER, cell: (row) => percentOf(row.opened, row) },
          bought: { width: '13%', className: NUMBER, cell: (row) => percentOf(row.bought, row) },
          revenue: { width: '13%', className: NUMBER, cell: ({ revenue }) => formatCents(revenue) },
        }}
        card={(row) => (
          <span className="grid gap-0.5 py-3 text-13 text-ink-2">
            <CardHead name={row.event_name} cents={row.revenue} />
            {SALE_MAIL_NAMES[row.kind]}: {formatCount(row.sent)} sent, {formatCount(row.opened)} opened,{' '}
            {formatCount(row.bought)} bought
          </span>
        )}
        empty={<p className="text-15 text-ink-2">No reminders were sent yet.</p>}
      />
    </SectionCard>
  );
}
