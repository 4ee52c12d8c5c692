import type { SalesReport } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { CsvButton } from '#web/components/csv-button.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { VirtualTable } from '#web/components/virtual-table.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { type Columns, type Sort, sortRows } from '#web/lib/list-sort.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { type CouponUse, couponsCsv } from './report-csv.ts';
import { ReportHeads } from './report-heads.tsx';

const COLUMNS = {
  code: { label: 'Code', of: (coupon) => coupon.code },
  orders: { label: 'Orders', of: (coupon) => coupon.orders, beginsDown: true },
  discount: { label: 'Discount', of: (coupon) => coupon.discount, beginsDown: true },
  sales: { label: 'Sales', of: (coupon) => coupon.sales, beginsDown: true },
} as const satisfies Columns<CouponUse, string>;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
const MOST_SALES: Sort<Column> = { column: 'sales', isDown: true };

type CouponTableProps = Pick<SalesReport, 'coupons'> & { fileName: string };

export function CouponTable({ coupons, fileName }: CouponTableProps) {
  const { sort, sortBy } = useListSort(COLUMNS, MOST_SALES, 'sort_coupons');
  const sorted = sortRows(coupons, COLUMNS, sort);
  return (
    <SectionCard
      title="Coupons"
      aside={
        coupons.length > 0 && (
          <CsvButton fileName={fileName} label="Coupons as CSV" makeCsv={() => couponsCsv(sorted)} />
        )
      }
    >
      {coupons.length === 0 ? (
        <p className="text-15 text-ink-2">No order used a coupon on these days.</p>
      ) : (
        <VirtualTable
          label="Coupons"
          columns={NAMES.length}
          rows={sorted}
          keyOf={(coupon) => coupon.coupon}
          rowPx={38}
          className="-mx-2 max-h-[480px] px-2"
          tableClassName="border-separate border-spacing-0 text-right text-14 tabular-nums"
          head={
            <ReportHeads
              labels={COLUMNS}
              sort={sort}
              sortBy={sortBy}
              lookOf={(column) => (column === 'code' ? 'text-left' : 'pl-2 sm:pl-4')}
            />
          }
        >
          {(coupon, frame) => (
            <tr key={coupon.coupon} {...frame} className="*:border-line *:border-t *:py-2 *:pl-2 sm:*:pl-4">
              <th scope="row" className="pl-0! text-left font-[650] break-all">
                {coupon.code}
              </th>
              <td>{formatCount(coupon.orders)}</td>
              <td>{formatCents(coupon.discount)}</td>
              <td className="font-semibold">{formatCents(coupon.sales)}</td>
            </tr>
          )}
        </VirtualTable>
      )}
    </SectionCard>
  );
}
