import { type CouponUse, couponSalesList } from '#contract/lists/sales-breakdowns.ts';
import { formatCents } from '#contract/rules/money.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useLocalRows } from '#web/lib/lists/use-local-rows.ts';

const NUMBER = 'text-right tabular-nums';

export function CouponTable({ coupons, fileName }: { coupons: readonly CouponUse[]; fileName: string }) {
  const state = useListState(couponSalesList);
  const rows = useLocalRows(state, coupons);
  return (
    <SectionCard title="Coupons">
      {coupons.length > 0 && <ListToolbar state={state} rows={rows} fileName={fileName} />}
      <StaffList
        state={state}
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
            <span className="flex justify-between gap-3 text-14 font-[650] text-ink">
              <span className="min-w-0 truncate">{code}</span>
              <span className="tabular-nums">{formatCents(sales)}</span>
            </span>
            {countOf(orders, 'order')}, {formatCents(discount)} off
          </span>
        )}
        empty={<p className="text-15 text-ink-2">No order used a coupon on these days</p>}
      />
    </SectionCard>
  );
}
