import fc from 'fast-check';
import { expect, test } from 'vitest';
import { producerShareCents } from './cockpit.ts';

test.each([
  [10_000, 1_000, 1_000],
  [1_995, 1_000, 200],
  [1_994, 1_000, 199],
  [5, 1_000, 1],
  [4, 1_000, 0],
  [1_995, 0, 0],
  [1_995, 10_000, 1_995],
  [1_995, 1, 0],
  [0, 1_000, 0],
  [-1_995, 1_000, 0],
])('of %i cents at %i basis points the producer is owed %i', (net, rate, owed) => {
  expect(producerShareCents(net, rate)).toBe(owed);
});

test('whatever is sold at whatever rate, the share is whole, within half a cent, and between nothing and the net', () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (net, rate) => {
      const owed = producerShareCents(net, rate);
      const sold = Math.max(0, net);
      expect(Number.isInteger(owed)).toBe(true);
      expect(owed).toBeGreaterThanOrEqual(0);
      expect(owed).toBeLessThanOrEqual(sold);
      expect(Math.abs(owed * 10_000 - sold * rate)).toBeLessThanOrEqual(5_000);
    }),
  );
});
