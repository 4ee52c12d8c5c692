import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bitsOf, chooseSpans } from './spans.rules.ts';

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

test('kept months and gaps cover a period exactly once, and a year stands for its months', () => {
  const clean = fc.subarray([...months, '2023', '2024', '2025']).map((spans) => spans.toSorted());
  fc.assert(
    fc.property(clean, (spans) => {
      const period = { from: '2022-12-15T06:30:00.000Z', until: '2026-01-15T00:00:00.000Z' };
      const kept = chooseSpans(spans, period);
      const parts = [
        ...kept.months.map((month) => [beginOf(month), endOf(month)] as const),
        ...kept.gaps.map(({ from, until }) => [Date.parse(from), Date.parse(until)] as const),
      ].sort(([a], [b]) => a - b);
      expect(parts[0]?.[0]).toBe(Date.parse(period.from));
      expect(parts.at(-1)?.[1]).toBe(Date.parse(period.until));
      for (const [at, [from]] of parts.entries()) {
        if (at > 0) expect(from).toBe(parts[at - 1]?.[1]);
      }
      for (const span of spans)
        expect(kept.months).toEqual(expect.arrayContaining(months.filter((one) => one === span)));
    }),
  );
});

test('without kept months the whole period is a gap', () => {
  const period = { from: '-infinity', until: 'infinity' };
  expect(chooseSpans([], period)).toEqual({ spans: [], months: [], gaps: [period] });
});

test('a month is the bit of its place in the decade', () => {
  expect(bitsOf(['2019-12', '2020-01', '2021-03'])).toEqual([
    { decade: 201, bits: `${'0'.repeat(119)}1` },
    { decade: 202, bits: `1${'0'.repeat(13)}1${'0'.repeat(105)}` },
  ]);
});
