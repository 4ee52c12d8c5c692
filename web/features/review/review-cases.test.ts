import { beforeEach, expect, test, vi } from 'vitest';
import type { ReportInReview } from '#contract/endpoints/moderation.ts';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import { REPORT_CSV_COLUMNS, type ReviewList, reviewLists } from '#contract/lists/reported-photos.ts';
import { filterRows, sortRows } from '#web/lib/lists/list-rows.ts';
import { buildReport } from '#web/testing/demo-reports.ts';
import { clockMessage, groupReports, isUrgent, nextToDecide } from './review-cases.ts';

const report = (id: number, image: number, fields: Partial<ReportInReview> = {}) =>
  buildReport({ id, image, created: new Date(`2026-11-${10 + id}T10:00:00.000Z`) }, fields);

const settled = (day: number, removed: boolean) => ({
  ack: true,
  removed,
  acknowledged_at: `2026-11-${day}T10:00:00.000Z`,
});

test('reports of one photo are one case, and the oldest report sets its clock', () => {
  const cases = groupReports([report(4, 7), report(3, 8), report(1, 7)], 'waiting');
  expect(cases.map(({ image, reports, decideBy }) => [image, reports.length, decideBy.slice(0, 10)])).toEqual(
    [
      [7, 2, '2026-11-13'],
      [8, 1, '2026-11-15'],
    ],
  );
});

test('decided photos are listed by their newest decision, with what was decided', () => {
  const cases = groupReports(
    [report(1, 7, settled(20, true)), report(2, 8, settled(21, false)), report(3, 9, settled(19, false))],
    'decided',
  );
  expect(cases.map(({ image, decision }) => [image, decision])).toEqual([
    [8, 'kept'],
    [7, 'removed'],
    [9, 'kept'],
  ]);
});

test('after a decision comes the next undecided photo, at the end one that was skipped', () => {
  const cases = groupReports(
    [report(1, 1), report(2, 2, settled(20, true)), report(3, 3), report(4, 4, settled(20, false))],
    'waiting',
  );
  expect([1, 2, 3, 4].map((image) => nextToDecide(cases, image))).toEqual([3, 3, 1, 1]);
  const none = groupReports([report(2, 2, settled(20, true))], 'waiting');
  expect(nextToDecide(none, 2)).toBe(2);
});

test.each([
  ['2026-11-14T10:00:00Z', '48 h left', false],
  ['2026-11-12T21:59:00Z', '11 h left', true],
  ['2026-11-12T10:20:00Z', '20 min left', true],
  ['2026-11-12T07:00:00Z', '3 h late', true],
])('a clock that ends at %s says %s', (decideBy, words, isUrgent) => {
  expect(clockMessage(decideBy, Date.parse('2026-11-12T10:00:00Z'))).toEqual({ words, isUrgent });
});

test('a privacy report that did not hide its photo is urgent until it is decided', () => {
  const created = new Date('2026-11-12T10:00:00Z');
  const urgencyOf = (fields: Parameters<typeof buildReport>[1]) =>
    groupReports([buildReport({ id: 1, image: 1, created }, fields)], 'waiting').map(isUrgent);
  expect(urgencyOf({ type: 'privacy', staff_first: true })).toEqual([true]);
  expect(urgencyOf({ type: 'privacy', photo: { is_hidden: true } })).toEqual([false]);
  expect(urgencyOf({ type: 'privacy', staff_first: true, ack: true })).toEqual([false]);
  expect(urgencyOf({ type: 'privacy', staff_first: true, photo: { is_hidden: true } })).toEqual([false]);
});

const NOW = Date.parse('2026-11-12T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * 3600_000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});

const reportBefore = (id: number, image: number, hours: number, fields: Partial<ReportInReview> = {}) =>
  buildReport({ id, image, created: new Date(hoursAgo(hours)) }, fields);

const CASES = groupReports(
  [
    reportBefore(1, 10, 50, { memo: 'Torn bow' }),
    reportBefore(2, 11, 43, { type: 'privacy' }),
    reportBefore(3, 12, 1, { event: 2, reporter: { name: 'Kim Other', email: 'kim@example.test' } }),
    reportBefore(4, 12, 2, { type: 'other', memo: 'A bow again' }),
  ],
  'waiting',
);

test.each<[FilterValues<ReviewList>, number[]]>([
  [{}, [10, 11, 12]],
  [{ type: 'other' }, [12]],
  [{ event: 2 }, [12]],
  [{ due: 'soon' }, [10, 11]],
  [{ q: 'BOW' }, [10, 12]],
  [{ q: 'bow kim@example' }, [12]],
  [{ q: 'img_11' }, [11]],
  [{ q: 'comets robin', type: 'privacy' }, [11]],
  [{ q: 'nobody' }, []],
])('the filter %j matches the photos %j, each by any of its reports', (filters, expected) => {
  expect(filterRows(reviewLists.waiting, CASES, filters).map(({ image }) => image)).toEqual(expected);
});

test.each([
  ['first', 'asc', [10, 11, 12]],
  ['newest', 'desc', [12, 11, 10]],
  ['reports', 'desc', [12, 10, 11]],
] as const)('sorted by %s %s they are %j', (key, direction, expected) => {
  const sorted = sortRows(reviewLists.waiting, CASES, { key, direction });
  expect(sorted.map(({ image }) => image)).toEqual(expected);
});

test('the file has a line per report, with who decided, when, and whether in time', () => {
  const decided = reportBefore(1, 10, 50, {
    ack: true,
    removed: true,
    acknowledged_at: hoursAgo(1),
    acknowledged_by: { id: 5, name: 'Alex Staff' },
    memo: '=1+1, "torn"',
  });
  const line = csvRow(REPORT_CSV_COLUMNS, decided);
  expect(line).toContain(`"'=1+1, ""torn"""`);
  expect(line).toContain(`Removed,Alex Staff,${hoursAgo(1)},49,no`);
  expect(csvHeading(REPORT_CSV_COLUMNS).split(',')).toHaveLength(16);
});
