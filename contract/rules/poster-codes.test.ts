import { expect, test } from 'vitest';
import { readPosterCode, showPosterCode } from './albums.ts';

test.each([
  ['K7M2QF', 'K7M2QF'],
  [' k7m 2qf ', 'K7M2QF'],
  ['k7m-2qf', 'K7M2QF'],
  ['K7M2Q', undefined],
  ['K7M2QFF', undefined],
  ['K7M2Q0', undefined],
  ['K7M2QO', undefined],
  ['A7M2QF', undefined],
  ['', undefined],
  ['<script>', undefined],
])('%j is read as %j', (text, code) => {
  expect(readPosterCode(text)).toBe(code);
});

test('a shown code is read back', () => {
  expect(showPosterCode('K7M2QF')).toBe('K7M 2QF');
  expect(readPosterCode(showPosterCode('K7M2QF'))).toBe('K7M2QF');
});
