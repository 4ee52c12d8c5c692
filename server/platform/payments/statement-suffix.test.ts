import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statementSuffix } from './statement-suffix.ts';

test.each([
  ['Winter Classic 2026', 6, 'WINTER CLASSIC'],
  ['Dancer\'s "Gala" <3 \\ *star*', 6, 'DANCERS GALA 3'],
  ['Fête d’été à Montréal', 10, 'FETE DETE'],
  ['2026', 6, undefined],
  ['冬の大会', 6, undefined],
  ['', 6, undefined],
])('%s becomes %s characters of a statement', (name, prefixLength, suffix) => {
  expect(statementSuffix(name, prefixLength)).toBe(suffix);
});

test('every name gives a suffix that the provider takes, or none', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 2, max: 10 }),
      (name, prefix) => {
        const suffix = statementSuffix(name, prefix);
        if (suffix === undefined) return;
        expect(prefix + 2 + suffix.length).toBeLessThanOrEqual(22);
        expect(suffix).toMatch(/^[^<>\\'"*]+$/);
        expect(suffix).toMatch(/[A-Z]/);
        expect(suffix).toMatch(/^[ -~]+$/);
      },
    ),
  );
});
