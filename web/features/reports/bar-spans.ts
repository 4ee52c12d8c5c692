import type { ReportMoney, SalesReport } from '#contract/endpoints/reports.ts';
import { formatWeekday } from '#web/lib/formats.ts';

type Day = SalesReport['by_day'][number];
/** What one bar shows: a day, or a month of a long range. */
export type BarSpan = ReportMoney & { from: string; to: string };

const MOST_DAY_BARS = 400;

export function toSpans(days: readonly Day[]): BarSpan[] {
  if (days.length <= MOST_DAY_BARS)
    return days.map(({ day, ...money }) => ({ from: day, to: day, ...money }));
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7)).values()].map((month) => {
    const [first, last] = [month[0] as Day, month.at(-1) as Day];
    const { day: _first, ...none } = first;
    const sums = { ...none };
    for (const name of Object.keys(sums) as (keyof ReportMoney)[]) {
      sums[name] = month.reduce((sum, day) => sum + day[name], 0);
    }
    return { from: first.day, to: last.day, ...sums };
  });
}

/** What the days at the same places of the period before add up to, for each bar. */
export function sumBefore(
  spans: readonly BarSpan[],
  days: readonly Pick<Day, 'day'>[],
  before: readonly number[],
): number[] {
  return spans.map(({ from, to }) =>
    days.reduce((sum, { day }, at) => (day >= from && day <= to ? sum + (before[at] ?? 0) : sum), 0),
  );
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

export function nameSpan({ from, to }: Pick<BarSpan, 'from' | 'to'>): string {
  return from === to ? formatWeekday(from) : MONTH.format(new Date(from));
}
