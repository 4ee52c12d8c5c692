import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Coupon } from '#contract/endpoints/coupons.ts';
import { couponList } from '#contract/lists/coupons.ts';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import { parseSort } from '#contract/lists/list.ts';
import { filterRows, sortRows } from './list-rows.ts';
import { listSearch, nextSort, readListSearch } from './list-search.ts';

const PAST = '2020-01-01T00:00:00Z';
const FUTURE = '2999-12-01T00:00:00Z';
let lastId = 0;
const coupon = (code: string, fields: Partial<Coupon> = {}): Coupon => ({
  id: ++lastId,
  version: 0,
  code,
  kind: 'percent',
  percent_off: 20,
  amount_off: null,
  expires_at: null,
  max_uses: null,
  max_uses_per_customer: 1,
  memo: '',
  teams: [],
  events: [],
  uses: 0,
  ended_at: null,
  created_at: '2026-11-01T12:00:00Z',
  ...fields,
});
const coupons = [
  coupon('FINALS-10', { memo: 'For the finals', uses: 3 }),
  coupon('SPRING', { expires_at: PAST, uses: 9 }),
  coupon('FINALS-2', { ended_at: PAST }),
  coupon('AUTUMN', { expires_at: FUTURE, max_uses: 4, uses: 4 }),
];
const codes = (rows: readonly Coupon[]) => rows.map(({ code }) => code);

test('rows pass a search when every word is found, and a choice when it fits', () => {
  const shown = (filters: Parameters<typeof filterRows<Coupon, typeof couponList>>[2]) =>
    codes(filterRows(couponList, coupons, filters));
  expect(shown({})).toHaveLength(4);
  expect(shown({ q: '' })).toHaveLength(4);
  expect(shown({ q: 'FOR finals' })).toEqual(['FINALS-10']);
  expect(shown({ q: 'finals', state: 'ended' })).toEqual(['FINALS-2']);
  expect(shown({ state: 'active' })).toEqual(['FINALS-10']);
  expect(shown({ state: 'used_up' })).toEqual(['AUTUMN']);
  expect(shown({ state: 'expired' })).toEqual(['SPRING']);
});

test('text sorts by the numbers in it, and empty values come last in either direction', () => {
  const sorted = (key: 'code' | 'expires_at', direction: 'asc' | 'desc') =>
    codes(sortRows(couponList, coupons, { key, direction }));
  expect(sorted('code', 'asc')).toEqual(['AUTUMN', 'FINALS-2', 'FINALS-10', 'SPRING']);
  expect(sorted('expires_at', 'asc')).toEqual(['SPRING', 'AUTUMN', 'FINALS-10', 'FINALS-2']);
  expect(sorted('expires_at', 'desc')).toEqual(['AUTUMN', 'SPRING', 'FINALS-10', 'FINALS-2']);
});

test('the CSV file has a column for every value, and formulas stay text', () => {
  expect(csvHeading(couponList.columns)).toBe(
    'created_at,code,gives,state,uses,max_uses,max_uses_per_customer,teams,events,expires_at,ended_at,memo\r\n',
  );
  expect(csvRow(couponList.columns, coupon('CODE', { memo: '=1+1', max_uses: 4 }))).toBe(
    "2026-11-01T12:00:00Z,CODE,20% off,active,0,4,1,,,,,'=1+1\r\n",
  );
});

test('the address keeps filters and order under the prefix of the list, and drops what the list does not know', () => {
  const search = { coupon_q: 'finals', coupon_state: 'lost', coupon_sort: 'uses:desc', other: '1' };
  expect(readListSearch(couponList, search)).toEqual({
    filters: { q: 'finals' },
    sort: { key: 'uses', direction: 'desc' },
  });
  expect(listSearch(couponList).parse({ coupon_sort: 'memo:asc' })).toEqual({});
  expect(parseSort(couponList, 'uses:DESC')).toEqual({ key: 'uses', direction: 'desc' });
});

test('another press on a heading reverses the order, and another heading begins in its own direction', () => {
  const byCode = { key: 'code', direction: 'asc' } as const;
  expect(nextSort(couponList, byCode, 'code')).toEqual({ key: 'code', direction: 'desc' });
  expect(nextSort(couponList, byCode, 'uses')).toEqual({ key: 'uses', direction: 'desc' });
});

test('rows that are equal in an order stay as they came', () => {
  const equal = [coupon('B', { uses: 2 }), coupon('A', { uses: 2 }), coupon('C', { uses: 3 })];
  expect(codes(sortRows(couponList, equal, { key: 'uses', direction: 'desc' }))).toEqual(['C', 'B', 'A']);
  expect(codes(sortRows(couponList, equal, { key: 'uses', direction: 'asc' }))).toEqual(['B', 'A', 'C']);
});

test.each([undefined, '', ':desc', 'toString:asc', 'uses:upwards', 'nonsense'])(
  'the address cannot sort by %j',
  (sort) => {
    expect(parseSort(couponList, sort)).toBeUndefined();
  },
);

test('a filter with a default adds nothing to the address', () => {
  const zoned = { ...couponList, filters: { ...couponList.filters, zone: filterWithDefault() } };
  expect(listSearch(zoned).parse({})).toEqual({});
  expect(listSearch(zoned).parse({ coupon_zone: 'x' })).toEqual({ coupon_zone: 'x' });
});

const filterWithDefault = () => ({
  control: 'none' as const,
  label: 'Zone',
  schema: () => z.string().default('UTC'),
});
