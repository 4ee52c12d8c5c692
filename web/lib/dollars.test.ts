import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDollars, toDollars } from './formats.ts';

test.each([
  ['19.95', 1995],
  ['$19.95', 1995],
  ['1.1', 110],
  ['0.29', 29],
  ['.5', 50],
  ['4', 400],
  ['1,234.50', 123_450],
  [' 8.20 ', 820],
  ['0', 0],
])('%s is %i cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

test('an empty text is no price', () => {
  expect(parseDollars('  ')).toBeNull();
  expect(toDollars(null)).toBe('');
});

test.each(['abc', '1.999', '-1', '1,23', '.', '$', '1e3', '1.2.3', '19,95'])(
  '"%s" is not an amount',
  (text) => {
    expect(parseDollars(text)).toBeUndefined();
  },
);

test('every amount the contract allows survives the way there and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      expect(parseDollars(toDollars(cents))).toBe(cents);
    }),
  );
});
