import { expect, test } from 'vitest';
import { toOffsetSeconds, toOffsetValues } from './clock-view.tsx';
import { describeOffset } from './event-time.ts';

test.each([
  [423, '7 minutes 3 seconds behind'],
  [-423, '7 minutes 3 seconds ahead'],
  [1, '1 second behind'],
  [3_600, '1 hour behind'],
  [-90_061, '1 day 1 hour 1 minute 1 second ahead'],
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
