import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportInReview } from '#contract/endpoints/moderation.ts';
import { csvHeading, csvRow } from '#contract/lists/csv.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import { REPORT_CSV_COLUMNS, type ReviewList, reviewLists } from '#contract/lists/reported-photos.ts';
import { filterRows, sortRows } from '#web/lib/lists/list-rows.ts';
import { buildReport } from '#web/testing/demo-reports.ts';
import { groupReports } from './review-cases.ts';

const NOW = Date.parse('2026-11-12T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * 3600_000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const report = (id: number, image: number, hours: number, fields: Partial<ReportInReview> = {}) =>
  buildReport({ id, image, created: new Date(hoursAgo(hours)) }, fields);

const CASES = groupReports(
  [
    report(1, 10, 50, { memo: 'Torn bow' }),
    report(2, 11, 43, { type: 'privacy' }),
    report(3, 12, 1, { event: 2, reporter: { name: 'Kim Other', email: 'kim@example.test' } }),
    report(4, 12, 2, { type: 'other', memo: 'A bow again' }),
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
  const decided = report(1, 10, 50, {
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
