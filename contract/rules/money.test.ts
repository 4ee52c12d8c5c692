import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCents } from './money.ts';

const cents = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 });

describe('money', () => {
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
