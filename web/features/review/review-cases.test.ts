import { expect, test } from 'vitest';

import type { ReportInReview } from '#contract/endpoints/moderation.ts';
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
