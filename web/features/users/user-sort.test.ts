import { expect, test } from 'vitest';
import { COLUMN_SORTS, directionOf, nextSort } from './user-sort.ts';

test('a head sorts one way, then the other, and says which', () => {
  const { name, joined } = COLUMN_SORTS;
  expect(nextSort('newest', name)).toBe('name');
  expect(nextSort('name', name)).toBe('name_desc');
  expect(nextSort('name_desc', name)).toBe('name');
  expect(directionOf('name_desc', name)).toBe('descending');
  expect(directionOf('oldest', joined)).toBe('ascending');
  expect(directionOf('newest', name)).toBeUndefined();
});
