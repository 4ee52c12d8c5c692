import type { ReportRow, SalesReport } from '#contract/endpoints/reports.ts';
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

/** Everything the page shows, as one table: what a figure is of, its name, its money. */
export function salesCsv(report: SalesReport): string {
  const groups = [
    ['total', [{ name: '', ...report.totals }]],
    ['day', report.by_day.map((day) => ({ name: day.day, ...day }))],
    ['event', report.by_event],
    ['brand', report.by_brand.map((brand) => ({ name: brand.brand, ...brand }))],
    ['product', report.by_product.map((product) => ({ name: product.product, ...product }))],
  ] as const;
  return csvText(
    ['of', 'name', 'gross', 'refunds', 'disputes', 'net'],
    groups.flatMap(([of, parts]) =>
      parts.map(({ name, gross, refunds, disputes, net }) => [
        of,
        name,
        ...[gross, refunds, disputes, net].map(dollars),
      ]),
    ),
  );
}
