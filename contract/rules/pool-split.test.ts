import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOfSharesCents, shareAmountsCents } from './orders.ts';

test('an album at 7 x 1995 costs 1995 a share', () => {
  expect(shareAmountsCents(13_965)).toEqual(Array(7).fill(1995));
});

test('shares differ by at most a cent and add up to the total', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (totalCents) => {
      const shares = shareAmountsCents(totalCents);
      expect(shares).toHaveLength(7);
      expect(shares.reduce((a, b) => a + b, 0)).toBe(totalCents);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    }),
  );
});

test('however the shares are taken, together they cost the total', () => {
  const takings = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(fc.integer({ min: 7, max: 10_000_000 }), takings, (totalCents, wanted) => {
      let taken = 0;
      let paidCents = 0;
      for (const shares of [...wanted, 7]) {
        const count = Math.min(shares, 7 - taken);
        paidCents += amountOfSharesCents(totalCents, taken, count);
        taken += count;
      }
      expect(paidCents).toBe(totalCents);
    }),
  );
});
