import { expect, test } from 'vitest';
import { nextSort } from './album-sorts.ts';

test('a column begins with what one looks for first, and turns over at the second press', () => {
  expect(nextSort('created_at:desc', 'name')).toBe('name:asc');
  expect(nextSort('name:asc', 'name')).toBe('name:desc');
  expect(nextSort('name:desc', 'images_count')).toBe('images_count:desc');
  expect(nextSort('created_at:desc', 'created_at')).toBe('created_at:asc');
});
