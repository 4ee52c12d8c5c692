export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export function minutesFrom(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}
