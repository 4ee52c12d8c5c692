import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listPages, pageOf } from './pager.tsx';

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 4, [1, 2, 'gap-after', 4]],
  [3, 6, [1, 2, 3, 4, 'gap-after', 6]],
  [10, 34, [1, 'gap-before', 9, 10, 11, 'gap-after', 34]],
  [34, 34, [1, 'gap-before', 33, 34]],
])('page %i of %i', (page, pageCount, expected) => {
  expect(listPages(page, pageCount)).toEqual(expected);
});

test('pages hold ten, cover everything once, and stay inside the list', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 50 }), (count, wanted) => {
      const items = Array.from({ length: count }, (_, index) => index);
      const { page, pageCount, shown } = pageOf(items, wanted);
      expect(page).toBeLessThanOrEqual(pageCount);
      expect(shown).toEqual(items.slice((page - 1) * 10, page * 10));
    }),
  );
});
