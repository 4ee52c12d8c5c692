import { expect, test } from 'vitest';
import { countRows, pagesOf } from './album-pages.ts';

const LIMIT = 37_500;

test('before anything is read the promised count stands', () => {
  expect(countRows(new Map(), 37_500, LIMIT)).toEqual({ rows: 37_500, isExact: true });
});

test('a short page ends the list, whatever was promised', () => {
  expect(
    countRows(
      new Map([
        [0, 100],
        [1, 20],
      ]),
      400,
      LIMIT,
    ),
  ).toEqual({ rows: 120, isExact: true });
  expect(countRows(new Map([[0, 0]]), undefined, LIMIT)).toEqual({ rows: 0, isExact: true });
});

test('without a promise a full page asks for one more row', () => {
  expect(countRows(new Map([[0, 100]]), undefined, LIMIT)).toEqual({ rows: 101, isExact: false });
});

test('the list never grows past its limit', () => {
  expect(countRows(new Map([[374, 100]]), 90_000, LIMIT)).toEqual({ rows: LIMIT, isExact: true });
});

test('the pages of a stretch of rows', () => {
  expect(pagesOf(-5, 10)).toEqual([0]);
  expect(pagesOf(95, 205)).toEqual([0, 1, 2]);
});
