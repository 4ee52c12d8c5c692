import { expect, test } from 'vitest';
import { formatLongMoment } from '#web/lib/formats.ts';
import { buildPool } from '#web/testing/demo-orders.ts';
import {
  describeEnded,
  describePhase,
  describeStatus,
  describeTaken,
  describeTimeLeft,
} from './pool-messages.ts';

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
  [6 * DAY - 1, '6 days left'],
  [6 * DAY, '6 days left'],
])('%i ms before the deadline it says %j', (left, words) => {
  expect(describeTimeLeft(after(left), NOW)).toBe(words);
});

test('a deadline is a weekday, a day and a time', () => {
  expect(formatLongMoment('2026-11-20T17:00:00', 'en-US')).toMatch(/^Friday, Nov 20,? (at )?5:00\sPM$/);
  expect(formatLongMoment('2026-11-20T17:00:00', 'es-US')).toMatch(
    /^viernes 20 de nov,? (a las )?5:00\sp\.\s?m\.$/,
  );
});

test.each([
  ['filling', 4, '4 of 7 shares taken', /^3 shares to go\./],
  ['filling', 6, '6 of 7 shares taken', /^1 share to go\./],
  ['filling', 7, 'All shares are taken', /Checking the last card/],
  ['charging', 7, 'All 7 shares are taken', /Charging the cards/],
  [
    'covering',
    6,
    'One card couldn’t be charged',
    /1 share is open again\. If nobody takes it by .* full refund/,
  ],
  ['covering', 5, 'One card couldn’t be charged', /2 shares are open again\. If nobody takes them by/],
  ['filled', 7, 'All 7 shares are paid', /owns the photos/],
  ['released', 3, 'This group order has ended', /Nobody was charged/],
] as const)('%s with %i shares taken says what happens to the money', (phase, taken, title, sentence) => {
  const words = describePhase(buildPool({ phase, taken }));
  expect(words.title).toBe(title);
  expect(words.sentence).toMatch(sentence);
});

test.each([
  [
    { phase: 'filling', taken: 3 },
    /^\$5\.70 is on hold on your card, not charged\. If shares are still open on /,
  ],
  [{ phase: 'filling', taken: 7 }, /We charge \$5\.70 once the last card is confirmed/],
  [{ phase: 'charging', taken: 7 }, /^We’re charging your card \$5\.70 now\.$/],
  [{ phase: 'charging', taken: 7, my_charged: 570 }, /^Your card was charged \$5\.70\.$/],
  [{ phase: 'covering', taken: 5 }, /^\$5\.70 is on hold on your card, not charged\./],
  [{ phase: 'covering', taken: 5, my_charged: 570 }, /^Your card was charged \$5\.70\. .* full refund\.$/],
  [{ phase: 'filled', taken: 7, my_charged: 570 }, /^Your card was charged \$5\.70\.$/],
] as const)('%j says what is true of the card', (changes, sentence) => {
  expect(describeStatus(buildPool({ mine: 2, my_amount: 570, ...changes }))).toMatch(sentence);
});

test('a card that was charged is never said to be held', () => {
  for (const phase of ['charging', 'covering', 'filled'] as const) {
    const pool = buildPool({ phase, taken: 7, mine: 2, my_amount: 570, my_charged: 570 });
    expect(describeTaken(2, pool)).not.toMatch(/on hold|not charged/);
  }
  expect(describeTaken(2, buildPool({ taken: 3, mine: 2, my_amount: 570 }))).toMatch(
    /on hold on your card, not charged/,
  );
  expect(describeTaken(2, null)).toBe('Your 2 shares are reserved.');
});

test.each([
  [{}, 'Nobody was charged.'],
  [{ was_charged: true }, 'Everyone who was charged gets a full refund.'],
  [{ was_charged: true, my_refund: 570 }, 'You were charged $5.70 and get a full refund.'],
  [
    { was_charged: true, my_refund: 570, my_refunded: 570 },
    'You were charged $5.70, and we sent it back. Banks usually take 5 to 10 days to show it.',
  ],
  [
    { was_charged: true, my_refund: 570, is_refund_delayed: true },
    'You were charged $5.70. Your refund is late, and we’re working on it.',
  ],
])('after an end with %j it says what became of the money', (changes, sentence) => {
  expect(describeEnded(buildPool({ phase: 'released', ...changes }))).toBe(sentence);
});
