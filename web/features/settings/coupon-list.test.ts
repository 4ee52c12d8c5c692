import { expect, test } from 'vitest';
import type { Coupon } from '#contract/endpoints/coupons.ts';
import { sortRows } from '#web/lib/list-sort.ts';
import { COLUMNS, filterCoupons, toCouponCsv } from './coupon-list.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
let lastId = 0;
const coupon = (code: string, fields: Partial<Coupon> = {}): Coupon => ({
  id: ++lastId,
  code,
  kind: 'percent',
  percent_off: 20,
  amount_off: null,
  expires_at: null,
  max_uses: null,
  max_uses_per_customer: 1,
  memo: '',
  uses: 0,
  ended_at: null,
  created_at: '2026-11-01T12:00:00Z',
  ...fields,
});
const coupons = [
  coupon('FINALS-10', { memo: 'For the finals', uses: 3 }),
  coupon('SPRING', { expires_at: '2026-11-01T00:00:00Z', uses: 9 }),
  coupon('FINALS-2', { ended_at: '2026-11-10T00:00:00Z' }),
  coupon('AUTUMN', { expires_at: '2026-12-01T00:00:00Z', max_uses: 4, uses: 4 }),
];
const codes = (list: readonly Coupon[]) => list.map(({ code }) => code);
const shown = (filter: Parameters<typeof filterCoupons>[1]) => codes(filterCoupons(coupons, filter, NOW));

test('coupons are found by code and by what they are for, in any case, and by state', () => {
  expect(shown({ q: '', state: undefined })).toHaveLength(4);
  expect(shown({ q: 'FOR finals', state: undefined })).toEqual(['FINALS-10']);
  expect(shown({ q: 'finals', state: 'Ended' })).toEqual(['FINALS-2']);
  expect(shown({ q: '', state: 'Active' })).toEqual(['FINALS-10']);
  expect(shown({ q: '', state: 'Used up' })).toEqual(['AUTUMN']);
  expect(shown({ q: '', state: 'Expired' })).toEqual(['SPRING']);
});

test('codes sort as people count, and what never ends comes last', () => {
  expect(codes(sortRows(coupons, COLUMNS, { column: 'code', isDown: false }))).toEqual([
    'AUTUMN',
    'FINALS-2',
    'FINALS-10',
    'SPRING',
  ]);
  expect(codes(sortRows(coupons, COLUMNS, { column: 'ends', isDown: false }))).toEqual([
    'SPRING',
    'AUTUMN',
    'FINALS-10',
    'FINALS-2',
  ]);
});

test('a file has what the list says', () => {
  expect(toCouponCsv(coupons.slice(3), NOW).split('\r\n')[1]).toBe(
    'AUTUMN,20 % off,Used up,4,4,1,2026-12-01T00:00:00Z,,',
  );
});
