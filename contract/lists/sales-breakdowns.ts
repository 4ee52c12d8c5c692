import type { ReportMoney, SalesReport } from '../endpoints/reports.ts';
import { defineList } from './list.ts';

export type BreakdownRow = ReportMoney & { key: string; name: string; brand: string };
export type CouponUse = SalesReport['coupons'][number];

const breakdownList = <const Name extends string>(name: Name, noun: string, label: string) =>
  defineList<BreakdownRow>()({
    name,
    noun,
    prefix: `${name}_`,
    columns: {
      name: { label, sort: 'asc', value: (row) => row.name },
      share: { label: 'Share' },
      brand: { label: 'Brand', isHidden: true, value: ({ brand }) => brand },
      gross: { label: 'Gross', sort: 'desc', cents: ({ gross }) => gross },
      returned: {
        label: 'Returned',
        sort: 'desc',
        cents: ({ refunds, disputes }) => refunds + disputes,
      },
      refunds: { label: 'Refunds', isHidden: true, cents: ({ refunds }) => refunds },
      disputes: { label: 'Disputes', isHidden: true, cents: ({ disputes }) => disputes },
      fees: { label: 'Fees', isHidden: true, cents: ({ fees }) => fees },
      net: { label: 'Net', sort: 'desc', cents: ({ net }) => net },
    },
    filters: {},
    defaultSort: 'net:desc',
  });

export const eventSalesList = breakdownList('events', 'event', 'Event');
export const brandSalesList = breakdownList('brands', 'brand', 'Brand');
export const productSalesList = breakdownList('products', 'product', 'Product');
export type BreakdownList = typeof eventSalesList | typeof brandSalesList | typeof productSalesList;

export const couponSalesList = defineList<CouponUse>()({
  name: 'coupons',
  noun: 'coupon',
  prefix: 'coupons_',
  columns: {
    code: { label: 'Code', sort: 'asc', value: ({ code }) => code },
    orders: { label: 'Orders', sort: 'desc', value: ({ orders }) => orders },
    discount: { label: 'Discount', sort: 'desc', cents: ({ discount }) => discount },
    sales: { label: 'Sales', sort: 'desc', cents: ({ sales }) => sales },
  },
  filters: {},
  defaultSort: 'sales:desc',
});
