import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commissionCents, splitByPhotos } from './split-shares.rules.ts';

test.each([
  [1995, { Ana: 3 }, { Ana: 1995 }],
  [1995, { Ana: 1, Ben: 1 }, { Ana: 998, Ben: 997 }],
  [-1995, { Ana: 1, Ben: 1 }, { Ana: -998, Ben: -997 }],
  [100, { Ana: 2, Ben: 1 }, { Ana: 67, Ben: 33 }],
  [1, { Ana: 1, Ben: 99 }, { Ana: 0, Ben: 1 }],
])('%i over %j is %j', (amount, frames, parts) => {
  const shares = Object.entries(frames).map(([photographer, count]) => ({ photographer, frames: count }));
  expect(Object.fromEntries(splitByPhotos(amount, shares))).toEqual(parts);
});

test("money of an album without frames is nobody's, and is not lost", () => {
  expect(splitByPhotos(500, [])).toEqual(new Map([[null, 500]]));
});

test('whatever is split, the parts are the whole, and what goes back mirrors what came', () => {
  const shares = fc.uniqueArray(
    fc.record({ photographer: fc.string({ minLength: 1 }), frames: fc.integer({ min: 0, max: 5_000 }) }),
    { selector: (share) => share.photographer, maxLength: 6 },
  );
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), shares, (amount, list) => {
      const parts = splitByPhotos(amount, list);
      expect([...parts.values()].reduce((sum, part) => sum + part, 0)).toBe(amount);
      for (const [photographer, cents] of splitByPhotos(-amount, list)) {
        expect(cents + (parts.get(photographer) ?? 0)).toBe(0);
      }
    }),
  );
});

test.each([
  [1000, 3_000, 300],
  [1995, 3_000, 599],
  [-1995, 3_000, -599],
  [1995, 0, 0],
  [0, 10_000, 0],
])('of %i at %i basis points the commission is %i', (net, rate, commission) => {
  expect(commissionCents(net, rate)).toBe(commission);
});
