import { expect, test } from 'vitest';
import { orderRows } from './order-rows.ts';

const rows = [
  { id: 2, name: 'b' },
  { id: 10, name: 'a' },
  { id: 1, name: null },
];
const idsOf = (parameters: { _sort?: string; _start?: number; _limit?: number }) =>
  orderRows(rows, { _start: 0, _limit: 100, ...parameters }).map(({ id }) => id);

test.each([
  [undefined, [2, 10, 1]],
  ['id:asc', [1, 2, 10]],
  ['id:DESC', [10, 2, 1]],
  ['name:ASC', [1, 10, 2]],
  ['name:desc', [2, 10, 1]],
])('_sort=%s', (_sort, ids) => {
  expect(idsOf({ _sort })).toEqual(ids);
});

test('a part of the list is cut after sorting', () => {
  expect(idsOf({ _sort: 'id:asc', _start: 1, _limit: 1 })).toEqual([2]);
});
