import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCents, splitCents, sumCents } from './money.ts';

const cents = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 });

describe('money as text', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [99, '$0.99'],
    [100, '$1.00'],
    [1995, '$19.95'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_456_789, '$1,234,567.89'],
    [-1, '-$0.01'],
    [-123_456, '-$1,234.56'],
  ])('%i cents read %s', (amount, text) => {
    expect(formatCents(amount)).toBe(text);
  });

  test('takes another prefix', () => {
    expect(formatCents(250_000, 'CA$')).toBe('CA$2,500.00');
    expect(formatCents(-250_000, '')).toBe('-2,500.00');
  });

  test('read back, it is the same amount', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(Number(formatCents(amount).replace(/[$,.]/g, ''))).toBe(amount);
      }),
    );
  });

  test('always has two decimals and groups of three', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(formatCents(amount)).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d{2}$/);
      }),
    );
  });
});

describe('an amount split by weight', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [100, [2, 1], [67, 33]],
    [-100, [2, 1], [-67, -33]],
    [1, [1, 99], [0, 1]],
    [1000, [855, 570, 570], [428, 286, 286]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
  ])('%i by %j is %j', (amount, weights, parts) => {
    expect(splitCents(amount, weights)).toEqual(parts);
  });

  test('adds up again, with no part a cent or more away from its exact share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000, max: 10_000_000 }), weights, (amount, list) => {
        fc.pre(sumCents(list) > 0);
        const parts = splitCents(amount, list);
        expect(sumCents(parts)).toBe(amount);
        for (const [position, part] of parts.entries()) {
          const exact = (amount * (list[position] ?? 0)) / sumCents(list);
          expect(Math.abs(part - exact)).toBeLessThan(1);
        }
      }),
    );
  });

  test('is refused when there is no weight to split it by', () => {
    expect(() => splitCents(5, [0, 0])).toThrow(/weights are zero/);
  });
});
