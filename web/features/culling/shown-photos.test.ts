import { expect, test } from 'vitest';
import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import { type CullFilter, shownPhotos, toggled } from './stacks.ts';

const photo = (id: number, fields: Partial<CulledPhoto> = {}) =>
  ({ id, is_kept: false, is_rejected: false, burst: null, alike: null, ...fields }) as CulledPhoto;
const group = (of: number, is_best: boolean) => ({ group: of, size: 2, is_best });

const PHOTOS = [
  photo(1),
  photo(2, { burst: group(2, false) }),
  photo(3, { burst: group(2, true), alike: group(3, true) }),
  photo(4, { alike: group(3, false) }),
  photo(5, { is_rejected: true }),
  photo(6, { is_kept: true }),
];
const shown = (filter: CullFilter, openBursts: ReadonlySet<number> = new Set()) =>
  shownPhotos(PHOTOS, { filter, openBursts }).map(({ id }) => id);

test('a burst is a stack with its sharpest photo on top until it is opened', () => {
  expect(shown('all')).toEqual([1, 3, 4, 5, 6]);
  expect(shown('all', new Set([2]))).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...toggled(toggled(new Set(), 2), 2)]).toEqual([]);
});

test('the filters show what is left, kept, rejected, similar, and the less sharp ones of similar photos', () => {
  expect(shown('left')).toEqual([1, 2, 3, 4]);
  expect(shown('kept')).toEqual([6]);
  expect(shown('rejected')).toEqual([5]);
  expect(shown('similar')).toEqual([2, 3, 4]);
  expect(shown('spare')).toEqual([2, 4]);
});
