import { describe, expect, test } from 'vitest';
import { countChosen, EVERYTHING, isChosen, isTooMany, NOTHING, reach, toggle } from './album-selection.ts';

const idsOf = (selection: typeof NOTHING) => (selection.isAll ? [] : [...selection.chosen].toSorted());

describe('albums chosen by hand', () => {
  test('a second press takes the album out again', () => {
    const one = toggle(NOTHING, 7, 0);
    expect(idsOf(one)).toEqual([7]);
    expect(idsOf(toggle(one, 7, 0))).toEqual([]);
  });

  test('a range adds to what was chosen, and gives up what it leaves on the way back', () => {
    const begun = toggle(toggle(NOTHING, 1, 0), 4, 3);
    const far = reach(begun, [4, 5, 6], 3);
    expect(idsOf(far)).toEqual([1, 4, 5, 6]);
    expect(idsOf(reach(far, [4, 5], 3))).toEqual([1, 4, 5]);
  });

  test('a second range keeps the first', () => {
    expect(idsOf(reach(reach(NOTHING, [1, 2], 0), [6, 7], 5))).toEqual([1, 2, 6, 7]);
  });

  test('are at most 500', () => {
    const ids = Array.from({ length: 500 }, (_, index) => index + 1);
    expect(isTooMany(reach(NOTHING, ids, 0))).toBe(false);
    expect(isTooMany(reach(NOTHING, [...ids, 501], 0))).toBe(true);
  });
});

describe('all albums of a filter', () => {
  test('are as many as the filter has, but for those taken out', () => {
    const most = toggle(EVERYTHING, 9, 4);
    expect(countChosen(most, 37_500)).toBe(37_499);
    expect(isChosen(most, 9)).toBe(false);
    expect(isChosen(most, 10)).toBe(true);
    expect(countChosen(toggle(most, 9, 4), 37_500)).toBe(37_500);
  });

  test('a range over those taken out brings them back', () => {
    expect(countChosen(reach(toggle(EVERYTHING, 9, 4), [8, 9], 3), 20)).toBe(20);
  });
});
