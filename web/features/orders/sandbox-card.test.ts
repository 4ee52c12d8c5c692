import { expect, test } from 'vitest';
import { findCardProblems, formatCardNumber, formatExpiry, readExpiry } from './sandbox-card.ts';

const NOW = new Date(2026, 10, 15);
const GOOD = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242', '4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['6205500000000000004', '6205 5000 0000 0000 004'],
  ['62055000000000000049999', '6205 5000 0000 0000 004'],
  ['card', ''],
])('the number %j is written %j', (typed, written) => {
  expect(formatCardNumber(typed)).toBe(written);
  expect(formatCardNumber(written)).toBe(written);
});

test.each([
  ['1', '', '1'],
  ['4', '', '04 / '],
  ['12', '1', '12 / '],
  ['12 /', '12 / ', '12'],
  ['123', '12 / ', '12 / 3'],
  ['1230', '12 / 3', '12 / 30'],
  ['12 / 309', '12 / 30', '12 / 30'],
])('typing %j after %j gives %j', (typed, before, written) => {
  expect(formatExpiry(typed, before)).toBe(written);
});

test.each([
  ['12 / 30', { month: 12, year: 2030 }],
  ['04/2031', { month: 4, year: 2031 }],
  ['12 / 3', undefined],
  ['1230', undefined],
])('the date %j is read as %j', (text, expiry) => {
  expect(readExpiry(text)).toEqual(expiry);
});

test('a good card has no problems; its month counts to the last day', () => {
  expect(findCardProblems(GOOD, NOW)).toEqual({});
  expect(findCardProblems({ ...GOOD, expiry: '11 / 26' }, NOW)).toEqual({});
  expect(findCardProblems({ number: '3782 822463 10005', expiry: '12 / 30', cvc: '1234' }, NOW)).toEqual({});
});

test.each([
  [{ number: '' }, 'number'],
  [{ number: '4242 4242' }, 'number'],
  [{ number: '4242 4242 4242 4241' }, 'number'],
  [{ expiry: '' }, 'expiry'],
  [{ expiry: '13 / 30' }, 'expiry'],
  [{ expiry: '10 / 26' }, 'expiry'],
  [{ cvc: '' }, 'cvc'],
  [{ cvc: '12' }, 'cvc'],
  [{ number: '3782 822463 10005' }, 'cvc'],
])('%j is refused at the %s', (change, field) => {
  expect(Object.keys(findCardProblems({ ...GOOD, ...change }, NOW))).toEqual([field]);
});
