import { expect, test } from 'vitest';
import { commonCandidates, extend, keepPresent, NOTHING, toggle } from './image-selection.ts';

const IDS = [10, 11, 12, 13, 14];

test('a second click takes a frame out again', () => {
  const once = toggle(NOTHING, 11);
  expect([...once.chosen]).toEqual([11]);
  expect([...toggle(once, 11).chosen]).toEqual([]);
});

test('Shift takes everything between, in both directions', () => {
  const anchored = toggle(NOTHING, 13);
  expect([...extend(anchored, IDS, 11).chosen].toSorted()).toEqual([11, 12, 13]);
  expect([...extend(anchored, IDS, 14).chosen].toSorted()).toEqual([13, 14]);
});

test('Shift without a click before chooses one', () => {
  expect([...extend(NOTHING, IDS, 12).chosen]).toEqual([12]);
});

test('frames that are gone are not moved', () => {
  expect(keepPresent({ chosen: new Set([10, 99]), anchor: undefined }, IDS)).toEqual([10]);
});

test('the album most frames may belong to comes first', () => {
  expect(commonCandidates([[4, 5], [5], []])).toEqual([5, 4]);
});
