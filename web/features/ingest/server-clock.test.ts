import fc from 'fast-check';
import { expect, test } from 'vitest';
import { narrowOffset } from './ingest.query.ts';

test('without an answer there is no offset', () => {
  expect(narrowOffset([])).toBeUndefined();
});

test('samples a fifth of a second apart give the offset to about a tenth of a second', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -5_000_000, max: 5_000_000 }),
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: 2, max: 60 }),
      (offsetMs, phaseMs, tripMs) => {
        const samples = [0, 210, 420, 630, 840].map((at) => {
          const sentAt = 1_700_000_000_000 + phaseMs + at;
          const serverNow = sentAt + tripMs / 2 + offsetMs;
          return { sentAt, arrivedAt: sentAt + tripMs, serverSecondAt: Math.floor(serverNow / 1000) * 1000 };
        });
        expect(Math.abs((narrowOffset(samples) ?? Number.NaN) - offsetMs)).toBeLessThanOrEqual(110 + tripMs);
      },
    ),
  );
});
