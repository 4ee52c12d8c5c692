// The calendar day of a moment depends on the time zone: an event's prices and performances follow the clocks of its venue.

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', options);
  formats.set(timeZone, format);
  return format;
}

/** Returns yyyy-mm-dd. */
export function calendarDay(moment: Date, timeZone: string): string {
  return formatFor(timeZone).format(moment);
}

type EventDays = { start_date: string; last_date: string };

/** The day of a performance, or those of its event while the running order gives no time. */
export function performanceDays(
  { planned_at: plannedAt }: { planned_at: string | null },
  { start_date, last_date, time_zone: timeZone }: EventDays & { time_zone: string },
): EventDays {
  if (plannedAt === null) return { start_date, last_date };
  const day = calendarDay(new Date(plannedAt), timeZone);
  return { start_date: day, last_date: day };
}
