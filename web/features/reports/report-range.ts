import { isReportRange, MAX_REPORT_DAYS } from '#contract/endpoints/reports.ts';
import { todayIsoDate } from '#web/lib/formats.ts';

const PRESETS = ['today', '7d', 'month', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];

export type ReportRange = { preset: Preset; start_date: string; end_date: string };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function shiftDay(isoDay: string, days: number): string {
  return new Date(Date.parse(isoDay) + days * 86_400_000).toISOString().slice(0, 10);
}

/** An invalid range becomes the last seven days. */
export function readRange(
  search: { range?: string | undefined; from?: string | undefined; to?: string | undefined },
  now = new Date(),
): ReportRange {
  const today = todayIsoDate(now);
  const lastDays = (preset: Preset, start_date: string) => ({ preset, start_date, end_date: today });
  if (search.range === 'today') return lastDays('today', today);
  if (search.range === 'month') return lastDays('month', `${today.slice(0, 8)}01`);
  const custom = customRange(search.from, search.to);
  if (search.range === 'custom' && custom) return custom;
  return lastDays('7d', shiftDay(today, -6));
}

function customRange(from = '', to = ''): ReportRange | undefined {
  const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay(from) || !isDay(to)) return undefined;
  const [start_date, end_date] = from <= to ? [from, to] : [to, from];
  const range = { preset: 'custom' as const, start_date, end_date };
  return isReportRange(range) ? range : { ...range, start_date: shiftDay(end_date, -MAX_REPORT_DAYS) };
}

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
