import type { SalesReport } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { SectionCard } from '#web/components/section-card.tsx';

export function CouponTable({ coupons }: Pick<SalesReport, 'coupons'>) {
  return (
    <SectionCard title="Coupons">
      {coupons.length === 0 ? (
        <p className="text-15 text-ink-2">No order used a coupon on these days.</p>
      ) : (
        <table className="w-full text-right text-14 tabular-nums">
          <thead className="text-13 text-ink-2">
            <tr className="*:pb-2 *:pl-4 *:font-semibold">
              <th scope="col" className="pl-0 text-left">
                Code
              </th>
              <th scope="col">Orders</th>
              <th scope="col">Discount</th>
              <th scope="col">Sales</th>
            </tr>
          </thead>
          <tbody>
            {coupons.map((coupon) => (
              <tr key={coupon.coupon} className="border-line border-t *:py-2 *:pl-4">
                <th scope="row" className="pl-0 text-left font-[650] break-all">
                  {coupon.code}
                </th>
                <td>{coupon.orders}</td>
                <td>{formatCents(coupon.discount)}</td>
                <td className="font-semibold">{formatCents(coupon.sales)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SectionCard>
  );
}
