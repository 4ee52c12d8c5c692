import { expect, test } from 'vitest';
import type { FailedJob } from '#contract/endpoints/operations.ts';
import { sortRows } from '#web/lib/list-sort.ts';
import { COLUMNS, jobNames, toFailedJobsCsv } from './failed-jobs-filter.ts';

function job(n: number, name: string, attempts: number): FailedJob {
  return {
    id: `00000000-0000-4000-8000-00000000000${n}`,
    name,
    payload: { n },
    error: '=broken, "badly"',
    attempts,
    created_at: '2026-11-12T10:00:00.000Z',
    failed_at: `2026-11-12T1${n}:00:00.000Z`,
  };
}

const JOBS = [job(1, 'mail.send', 2), job(2, 'images.derive', 9), job(3, 'mail.send', 3)];

test('the filter names each job once, with how many of it there are', () => {
  expect(Object.entries(jobNames(JOBS))).toEqual([
    ['images.derive', 'images.derive (1)'],
    ['mail.send', 'mail.send (2)'],
  ]);
});

test('jobs are sorted by when they failed, by name or by tries', () => {
  const order = (column: keyof typeof COLUMNS, isDown: boolean) =>
    sortRows(JOBS, COLUMNS, { column, isDown }).map(({ payload }) => (payload as { n: number }).n);
  expect(order('failed', true)).toEqual([3, 2, 1]);
  expect(order('name', false)).toEqual([2, 1, 3]);
  expect(order('tries', true)).toEqual([2, 3, 1]);
});

test('the file keeps errors text and carries the payload', () => {
  const [, line] = toFailedJobsCsv(JOBS).split('\r\n');
  expect(line).toContain(`"'=broken, ""badly"""`);
  expect(line).toContain('"{""n"":1}"');
});
