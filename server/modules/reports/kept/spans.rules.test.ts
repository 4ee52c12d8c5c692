import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Period } from '../period.queries.ts';
import { bitsOf, chooseSpans, runsOf, touchedDays } from './spans.rules.ts';

const FIRST_YEAR = 2023;
const months = Array.from(
  { length: 36 },
  (_, at) => `${FIRST_YEAR + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
);
const beginOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`);
const endOf = (month: string) => {
  const date = new Date(beginOf(month));
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
};

const endOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`) + 86_400_000;
const DAYS = [
  '2022-12-16',
  '2023-02-28',
  '2024-02-29',
  '2024-12-31',
  '2025-06-01',
  '2026-01-13',
  '2026-01-14',
];

/** Expects that these parts cover the period from begin to end, each moment once. */
function expectCover(period: Period, parts: (readonly [number, number])[]): void {
  const sorted = parts.toSorted(([a], [b]) => a - b);
  expect(sorted[0]?.[0]).toBe(Date.parse(period.from));
  expect(sorted.at(-1)?.[1]).toBe(Date.parse(period.until));
  for (const [at, [from]] of sorted.entries()) if (at > 0) expect(from).toBe(sorted[at - 1]?.[1]);
}

test('kept months, days and the rest cover a period exactly once, and a year stands for its months', () => {
  const clean = fc
    .subarray([...months, ...DAYS, '2022-12-15', '2026-01-15', '2023', '2024', '2025', '2026'])
    .map((spans) => spans.toSorted());
  const period = { from: '2022-12-15 06:30:00+00', until: '2026-01-15T00:00:00.000Z' };
  const timesOf = ({ from, until }: Period) => [Date.parse(from), Date.parse(until)] as const;
  fc.assert(
    fc.property(clean, (spans) => {
      const kept = chooseSpans(spans, period);
      const ofMonths = kept.months.map((month) => [beginOf(month), endOf(month)] as const);
      const ofDays = kept.days.map((day) => [endOfDay(day) - 86_400_000, endOfDay(day)] as const);
      expectCover(period, [...ofMonths, ...kept.gaps.map(timesOf)]);
      expectCover(period, [...ofMonths, ...ofDays, ...kept.edges.map(timesOf)]);
      for (const span of spans) {
        expect(kept.months).toEqual(expect.arrayContaining(months.filter((one) => one === span)));
        const isWanted = DAYS.includes(span) && !kept.months.includes(span.slice(0, 7));
        expect(kept.days.includes(span)).toBe(isWanted);
      }
    }),
  );
});

test('a period that ends where a span ends has no rest', () => {
  const days = ['2024-02-28', '2024-02-29'];
  const period = { from: '2024-02-28 00:00:00+00', until: '2024-04-01 00:00:00+00' };
  expect(chooseSpans([...days, '2024-03'], period)).toMatchObject({ months: ['2024-03'], days, edges: [] });
});

test('the days that a period touches are those of UTC', () => {
  const period = { from: '2026-03-01T05:30:00.000Z', until: '2026-03-31 18:30:00+00' };
  expect(touchedDays(period)).toEqual({ first: '2026-03-01', last: '2026-03-31' });
  expect(touchedDays({ from: '-infinity', until: 'infinity' })).toEqual({
    first: '0001-01-01',
    last: '9999-12-31',
  });
});

test('months that follow each other are one run, which ends with its decade', () => {
  expect(runsOf(['2019-11', '2019-12', '2020-01', '2020-02', '2020-04'])).toEqual([
    { decade: 201, since: 118, until: 120 },
    { decade: 202, since: 0, until: 2 },
    { decade: 202, since: 3, until: 4 },
  ]);
});

test('without kept months the whole period is a gap', () => {
  const period = { from: '-infinity', until: 'infinity' };
  expect(chooseSpans([], period)).toEqual({
    spans: [],
    months: [],
    gaps: [period],
    days: [],
    edges: [period],
  });
});

test('a month is the bit of its place in the decade', () => {
  expect(bitsOf(['2019-12', '2020-01', '2021-03'])).toEqual([
    { decade: 201, bits: `${'0'.repeat(119)}1` },
    { decade: 202, bits: `1${'0'.repeat(13)}1${'0'.repeat(105)}` },
  ]);
});
