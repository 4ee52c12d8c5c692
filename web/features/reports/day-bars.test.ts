import { expect, test } from 'vitest';
import { nameSpan, sumBefore, toSpans } from './report-charts.tsx';
import { describeChange } from './totals.tsx';

test.each([
  [150, 100, '+50%'],
  [50, 100, '−50%'],
  [100, 100, 'unchanged'],
  [100, 0, 'up from 0'],
  [-5, 0, 'down'],
  [10_001, 10_000, 'slightly up'],
])('%i after %i is %s', (now, before, words) => {
  expect(describeChange(now, before)).toBe(words);
});

test('a range of years is shown by month, and the months add up to the days', () => {
  const days = Array.from({ length: 800 }, (_, index) => ({
    day: new Date(Date.UTC(2024, 0, 10 + index)).toISOString().slice(0, 10),
    gross: index,
    refunds: 1,
    disputes: 0,
    fees: 0,
    net: index - 1,
  }));
  const months = toSpans(days);
  expect(months).toHaveLength(27);
  expect(months[0]).toMatchObject({ from: '2024-01-10', to: '2024-01-31', refunds: 22 });
  expect(nameSpan(months[1] as (typeof months)[number])).toBe('Feb 2024');
  expect(months.reduce((sum, month) => sum + month.net, 0)).toBe(days.reduce((sum, day) => sum + day.net, 0));
  expect(toSpans(days.slice(0, 30))).toHaveLength(30);
  const before = sumBefore(
    months,
    days,
    days.map(() => 2),
  );
  expect(before[0]).toBe(44);
  expect(before.reduce((sum, one) => sum + one, 0)).toBe(1_600);
});
