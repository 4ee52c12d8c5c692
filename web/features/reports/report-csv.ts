import type { ReportMoney, ReportRow, SalesReport } from '#contract/endpoints/reports.ts';
import { csvText } from '#web/lib/csv.ts';

const dollars = (cents: number) => cents / 100;

export function rowsCsv(rows: readonly ReportRow[]): string {
  const heads = ['time', 'kind', 'amount', 'order', 'line', 'product', 'album', 'event', 'brand'];
  return csvText(
    [...heads, 'customer', 'customer name', 'pool', 'by face', 'coupon'],
    rows.map((row) => [
      row.at,
      row.kind,
      dollars(row.amount),
      row.order,
      row.line,
      row.product,
      row.album_name,
      row.event_name,
      row.brand,
      row.customer,
      row.customer_name,
      row.pool ? 'yes' : 'no',
      row.facial ? 'yes' : 'no',
      row.coupon ?? '',
    ]),
  );
}

const MONEY = ['gross', 'refunds', 'disputes', 'net'] as const;
const moneyCells = (money: ReportMoney) => MONEY.map((kind) => dollars(money[kind]));

/** One table of the page as it is sorted. */
export function moneyCsv(
  head: string,
  rows: readonly (ReportMoney & { name: string; note?: string })[],
): string {
  const hasNotes = rows.some((row) => row.note !== undefined);
  return csvText(
    [head, ...(hasNotes ? ['brand'] : []), ...MONEY],
    rows.map((row) => [row.name, ...(hasNotes ? [row.note ?? ''] : []), ...moneyCells(row)]),
  );
}

export type CouponUse = SalesReport['coupons'][number];

export function couponsCsv(coupons: readonly CouponUse[]): string {
  return csvText(
    ['code', 'orders', 'discount', 'sales'],
    coupons.map(({ code, orders, discount, sales }) => [code, orders, dollars(discount), dollars(sales)]),
  );
}

/** Everything the page shows, as one table: what a figure is of, its name, its money, how many, what was let off. */
export function salesCsv(report: SalesReport): string {
  const { totals, previous, pools, facial, conversion } = report;
  const money = [
    ['total', [{ name: '', ...totals }]],
    ['previous', [{ name: `${previous.start_date} to ${previous.end_date}`, ...previous }]],
    ['day', report.by_day.map((day) => ({ name: day.day, ...day }))],
    ['event', report.by_event],
    ['brand', report.by_brand.map((brand) => ({ name: brand.brand, ...brand }))],
    ['product', report.by_product.map((product) => ({ name: product.product, ...product }))],
  ] as const;
  const counts = [
    ['orders', '', totals.orders],
    ['customers', '', totals.customers],
    ...(['opened', 'joined', 'filled', 'released', 'open'] as const).map((name) => [
      'pools',
      name,
      pools[name],
    ]),
    ['conversion', 'looked', conversion.viewed],
    ['conversion', 'bought', conversion.bought],
  ] as const;
  return csvText(
    ['of', 'name', ...MONEY, 'count', 'discount'],
    [
      ...money.flatMap(([of, parts]) => parts.map((part) => [of, part.name, ...moneyCells(part), '', ''])),
      ...report.coupons.map(({ code, orders, discount, sales }) => [
        'coupon',
        code,
        dollars(sales),
        ...['', '', ''],
        orders,
        dollars(discount),
      ]),
      ['found by face', '', dollars(facial.gross), '', '', '', facial.orders, ''],
      ...counts.map(([of = '', name = '', count = 0]) => [of, name, '', '', '', '', count, '']),
    ],
  );
}
