import { expect, test } from 'vitest';
import { readRowsFilter } from './rows-view.ts';

test('an address says which rows are shown', () => {
  const search = { kind: 'refund', product: 'image', pool: 'yes', face: 'no', coupon: 'yes', q: ' ana ' };
  expect(readRowsFilter(search)).toEqual({
    kind: 'refund',
    product: 'image',
    pool: 'yes',
    facial: 'no',
    coupon: 'yes',
    q: 'ana',
  });
});

test('what an address cannot mean leaves the usual list', () => {
  expect(readRowsFilter({ kind: 'gift', product: '', pool: 'maybe', face: '1', q: '  ' })).toEqual({});
  expect(readRowsFilter({ q: 'x'.repeat(500) }).q).toHaveLength(100);
});
