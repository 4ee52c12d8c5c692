import { expect, test } from 'vitest';
import { compareIso } from './formats.ts';

test('moments with more or fewer digits of a second are in the order of time', () => {
  const moments = [
    '2026-11-17T13:59:59.999Z',
    '2026-11-17T14:00:00Z',
    '2026-11-17T14:00:00.1Z',
    '2026-11-17T14:00:00.12Z',
    '2026-11-17T14:00:00.125Z',
    '2026-11-17T14:00:01Z',
  ];
  expect(moments.toReversed().sort(compareIso)).toEqual(moments);
});

test('days are in the order of time, and equal ones are equal', () => {
  expect(['2026-11-17', '2025-12-01', '2026-02-03'].sort(compareIso)).toEqual([
    '2025-12-01',
    '2026-02-03',
    '2026-11-17',
  ]);
  expect(compareIso('2026-11-17', '2026-11-17')).toBe(0);
});
