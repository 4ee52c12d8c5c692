import type { EventPricing } from '#contract/rules/pricing.ts';

/** Today, the last early-bird day, the day after it, the first late day, and a day that staff chose, each once. */
export function previewDates(
  { early, late }: Pick<EventPricing, 'early' | 'late'>,
  today: string,
  chosen: string,
): string[] {
  const days = [early?.until, early && dayAfter(early.until), late?.from].filter(
    (day): day is string => typeof day === 'string' && day > today,
  );
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(chosen);
  return [...new Set([today, ...days, ...(isDay ? [chosen] : [])])].toSorted();
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T12:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
