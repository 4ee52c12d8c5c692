import { expect, test } from 'vitest';
import { describeOffset, toOffsetSeconds, toOffsetValues } from './clock-view.tsx';

test.each([
  [423, '7 min 3 s behind'],
  [-423, '7 min 3 s ahead'],
  [1, '1 s behind'],
  [3_600, '1 h behind'],
  [-90_061, '1 d 1 h 1 min 1 s ahead'],
  [0, 'On time'],
  [null, 'Not calibrated'],
])('an offset of %s reads "%s"', (offset, words) => {
  expect(describeOffset(offset)).toBe(words);
});

test.each([0, 1, -1, 59, -60, 423, -423, 86_400, -9_999_999])('%i survives the form', (offset) => {
  expect(toOffsetSeconds(toOffsetValues(offset))).toBe(offset);
});

test('a part that is not a whole number gives no offset', () => {
  expect(toOffsetSeconds({ hours: '0', minutes: '1.5', seconds: '0', direction: 'behind' })).toBeNaN();
  expect(toOffsetSeconds({ hours: '0', minutes: '-3', seconds: '0', direction: 'behind' })).toBeNaN();
  expect(toOffsetSeconds({ hours: '', minutes: '7', seconds: '', direction: 'behind' })).toBe(420);
});
