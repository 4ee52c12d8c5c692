import { expect, test } from 'vitest';
import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import { type CullFilter, nextToDecide, photosAhead, shownPhotos, stacksOf, toggled } from './stacks.ts';

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

test('after a decision the sharpest open photo of the burst follows, then the next stacks, then what was skipped', () => {
  const frames = [1, 2, 3].map((id) =>
    photo(id, { sharpness: id, burst: { group: 1, size: 3, is_best: id === 3 } }),
  );
  const stacks = stacksOf([...frames, photo(4, { is_kept: true }), photo(5)]);
  expect(stacks.map(({ best }) => best.id)).toEqual([3, 4, 5]);
  expect(nextToDecide(stacks, -1, new Set())).toBe(3);
  expect(nextToDecide(stacks, 3, new Set([3]))).toBe(2);
  expect(nextToDecide(stacks, 3, new Set([1, 2, 3]))).toBe(5);
  expect(nextToDecide(stacks, 5, new Set([5]))).toBe(3);
  expect(nextToDecide(stacks, 5, new Set([1, 2, 3, 5]))).toBeUndefined();
  expect(photosAhead(stacks, 0).map(({ id }) => id)).toEqual([3, 2, 1, 4, 5]);
});
