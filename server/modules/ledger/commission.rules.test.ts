import { expect, test } from 'vitest';
import { commissionCents } from './split-shares.rules.ts';

test.each([
  [1000, 3_000, 300],
  [1995, 3_000, 599],
  [-1995, 3_000, -599],
  [1995, 0, 0],
  [0, 10_000, 0],
])('of %i at %i basis points the commission is %i', (net, rate, commission) => {
  expect(commissionCents(net, rate)).toBe(commission);
});
