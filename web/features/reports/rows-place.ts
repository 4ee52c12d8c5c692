import { PRODUCTS } from '#contract/endpoints/reports.ts';
import type { RowsFilter } from './reports.query.ts';

export type RowsPlace = {
  kind: 'all' | 'day' | 'event' | 'brand' | 'product';
  value: string;
  filter: RowsFilter;
};

/** What the address wants the rows of: all, day.2026-03-05, event.12, brand.North Cup, product.image. */
export function readRowsPlace(text: string | undefined): RowsPlace | undefined {
  if (text === 'all') return { kind: 'all', value: 'All rows', filter: {} };
  const [, kind, value = ''] = /^(\w+)\.(.+)$/.exec(text ?? '') ?? [];
  if (kind === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return { kind, value, filter: {} };
  if (kind === 'event' && /^\d{1,9}$/.test(value)) return { kind, value, filter: { event: Number(value) } };
  if (kind === 'brand') return { kind, value, filter: { brand: value.slice(0, 200) } };
  const product = PRODUCTS.find((one) => one === value);
  if (kind === 'product' && product) return { kind, value, filter: { product } };
  return undefined;
}
