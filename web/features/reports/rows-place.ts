import { PRODUCTS } from '#contract/entities/report-row.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import type { reportRowList } from '#contract/lists/report-rows.ts';

export type RowsPlace = {
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
