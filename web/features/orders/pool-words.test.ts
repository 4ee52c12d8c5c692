import { expect, test } from 'vitest';
import { buildPool } from '#web/testing/demo-orders.ts';
import { momentInWords, phaseInWords, timeLeftInWords } from './pool-words.ts';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');
const after = (ms: number) => new Date(NOW + ms).toISOString();
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

test.each([
  [-1, 'closing now'],
  [1, '1 minute left'],
  [59 * MINUTE, '59 minutes left'],
  [HOUR, '1 hour left'],
  [2 * DAY - 1, '48 hours left'],
  [2 * DAY, '2 days left'],
  [6 * DAY - 1, '5 days left'],
])('%i ms before the deadline it says %j', (left, words) => {
  expect(timeLeftInWords(after(left), NOW)).toBe(words);
});

test('a deadline is a weekday, a day and a time', () => {
  expect(momentInWords('2026-11-20T17:00:00', 'en-US')).toMatch(/^Friday, Nov 20,? (at )?5:00\sPM$/);
});

test.each([
  ['filling', 4, '4 of 7 shares', /^3 shares to go\./],
  ['filling', 6, '6 of 7 shares', /^1 share to go\./],
  ['filling', 7, 'All shares are taken', /Checking the last card/],
  ['charging', 7, 'All 7 shares are taken', /Charging the cards/],
  ['covering', 6, 'One card could not be charged', /1 share is available again\. Take it by .* full refund/],
  ['covering', 5, 'One card could not be charged', /2 shares are available again\. Take them by/],
  ['filled', 7, 'All 7 shares are paid', /owns the albums/],
  ['released', 3, 'This pool has ended', /Nobody was charged/],
] as const)('%s with %i shares taken says what happens to the money', (phase, taken, title, sentence) => {
  const words = phaseInWords(buildPool({ phase, taken }));
  expect(words.title).toBe(title);
  expect(words.sentence).toMatch(sentence);
});
