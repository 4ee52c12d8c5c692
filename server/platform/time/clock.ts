export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export function minutesFrom(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}

export function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 60_000;
}

/** The calendar date, as YYYY-MM-DD, of a moment in a time zone. */
export function localDate(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);
}
