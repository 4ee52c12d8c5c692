import { expect, test } from 'vitest';
import type { ReportInReview } from '#contract/endpoints/moderation.ts';
import { sortRows } from '#web/lib/list-sort.ts';
import { buildReport } from '#web/testing/demo-reports.ts';
import { groupReports } from './review-cases.ts';
import { toReviewCsv } from './review-csv.ts';
import { filterCases, type ReviewFilter, SORTS } from './review-filter.ts';

const NOW = Date.parse('2026-11-12T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * 3600_000).toISOString();

const report = (id: number, image: number, hours: number, fields: Partial<ReportInReview> = {}) =>
  buildReport({ id, image, created: new Date(hoursAgo(hours)) }, fields);

const ALL: ReviewFilter = { type: undefined, event: undefined, isDueSoon: false, text: '' };
const REPORTS = [
  report(1, 10, 50, { memo: 'Torn bow' }),
  report(2, 11, 43, { type: 'privacy' }),
  report(3, 12, 1, { event: 2, reporter: { name: 'Kim Other', email: 'kim@example.test' } }),
  report(4, 12, 2, { type: 'other', memo: 'A bow again' }),
];
const CASES = groupReports(REPORTS, 'waiting');
const passing = (filter: Partial<ReviewFilter>) =>
  filterCases(CASES, { ...ALL, ...filter }, NOW).map(({ image }) => image);

test('photos are narrowed by type, event, deadline and words, each by any of its reports', () => {
  expect(passing({})).toEqual([10, 11, 12]);
  expect(passing({ type: 'other' })).toEqual([12]);
  expect(passing({ event: 2 })).toEqual([12]);
  expect(passing({ isDueSoon: true })).toEqual([10, 11]);
  expect(passing({ text: 'BOW' })).toEqual([10, 12]);
  expect(passing({ text: 'bow kim@example' })).toEqual([12]);
  expect(passing({ text: 'img_11' })).toEqual([11]);
  expect(passing({ text: 'comets robin', type: 'privacy' })).toEqual([11]);
  expect(passing({ text: 'nobody' })).toEqual([]);
});

test('they come by deadline, by the newest report or by the number of reports', () => {
  const { columns } = SORTS.waiting;
  const order = (column: 'first' | 'newest' | 'reports', isDown: boolean) =>
    sortRows(CASES, columns, { column, isDown }).map(({ image }) => image);
  expect(order('first', false)).toEqual([10, 11, 12]);
  expect(order('newest', true)).toEqual([12, 11, 10]);
  expect(order('reports', true)).toEqual([12, 10, 11]);
});

test('the file has a line a report, with who decided, when, and whether in time', () => {
  const decided = groupReports(
    [
      report(1, 10, 50, {
        ack: true,
        removed: true,
        acknowledged_at: hoursAgo(1),
        acknowledged_by: { id: 5, name: 'Alex Staff' },
        memo: '=1+1, "torn"',
      }),
    ],
    'decided',
  );
  const [, line] = toReviewCsv(decided).split('\r\n');
  expect(line).toContain(`"'=1+1, ""torn"""`);
  expect(line).toContain(`Removed,Alex Staff,${hoursAgo(1)},49,no`);
  expect(toReviewCsv(CASES).trim().split('\r\n')).toHaveLength(5);
});
