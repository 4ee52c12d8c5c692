import { expect, test } from 'vitest';
import { calendarDay } from './calendar-day.ts';

test.each([
  ['2026-11-15T05:30:00Z', 'America/Denver', '2026-11-14'],
  ['2026-11-15T07:00:00Z', 'America/Denver', '2026-11-15'],
  ['2026-11-14T14:00:00Z', 'Pacific/Auckland', '2026-11-15'],
  ['2026-01-02T00:00:00Z', 'UTC', '2026-01-02'],
])('%s in %s is %s', (moment, timeZone, day) => {
  expect(calendarDay(new Date(moment), timeZone)).toBe(day);
});
