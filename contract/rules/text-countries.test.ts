import { expect, test } from 'vitest';
import { isTextCountry, TEXT_COUNTRIES } from './text-countries.ts';

test.each([
  ['+15125550100', '+1', true],
  ['+14165550100', '+1', true],
  ['+17875550100', '+1', true],
  ['+18765550100', '+1', false],
  ['+18765550100', '+1, +1876', true],
  ['+18095550100', '+1,+1876', false],
  ['+447700900123', '+1', false],
  ['+447700900123', '+1,+44', true],
  ['+4915112345678', '+44, +49', true],
])('a text to %s where %s is allowed: %s', (number, countries, isAllowed) => {
  expect(isTextCountry(number, countries)).toBe(isAllowed);
});

test.each(['', '1', '+', '+0', '+1;+44', '+1,', '+12345678', `+1${',+1'.repeat(50)}`])(
  '%j is no list of calling codes',
  (text) => expect(TEXT_COUNTRIES.test(text)).toBe(false),
);
