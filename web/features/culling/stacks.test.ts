import { expect, test } from 'vitest';
import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import { type CullFilter, matchingPhotos, nextToDecide, photosAhead, stacksOf } from './stacks.ts';

const photo = (id: number, fields: Partial<CulledPhoto> = {}) =>
  ({ id, is_kept: false, is_rejected: false, burst: null, alike: null, ...fields }) as CulledPhoto;
const PHOTOS = [
  ...[1, 2, 3, 4].map((id) => photo(id)),
  photo(5, { is_rejected: true }),
  photo(6, { is_kept: true }),
];
const shown = (filter: CullFilter) => matchingPhotos(PHOTOS, filter).map(({ id }) => id);

test('the filters show everything, what is left, what is kept and what is rejected', () => {
  expect(shown('all')).toEqual([1, 2, 3, 4, 5, 6]);
  expect(shown('left')).toEqual([1, 2, 3, 4]);
  expect(shown('kept')).toEqual([6]);
  expect(shown('rejected')).toEqual([5]);
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
