import { afterEach, expect, test, vi } from 'vitest';
import { calendarDay } from './calendar-day.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const CASES = [
  ['2026-11-15T05:30:00Z', 'America/Denver', '2026-11-14'],
  ['2026-11-15T07:00:00Z', 'America/Denver', '2026-11-15'],
  ['2026-11-14T14:00:00Z', 'Pacific/Auckland', '2026-11-15'],
  ['2026-01-02T00:00:00Z', 'UTC', '2026-01-02'],
] as const;

test.each(CASES)('%s in %s is %s', (moment, timeZone, day) => {
  vi.stubGlobal('Temporal', undefined);
  expect(calendarDay(new Date(moment), timeZone)).toBe(day);
});

test('a browser with Temporal creates no date format', () => {
  const toZonedDateTimeISO = vi.fn(() => ({ toPlainDate: () => ({ toString: () => '2026-11-14' }) }));
  const fromEpochMilliseconds = vi.fn(() => ({ toZonedDateTimeISO }));
  vi.stubGlobal('Temporal', { Instant: { fromEpochMilliseconds } });
  const create = vi.spyOn(Intl, 'DateTimeFormat');
  const [moment, timeZone, day] = CASES[0];
  expect(calendarDay(new Date(moment), timeZone)).toBe(day);
  expect(fromEpochMilliseconds).toHaveBeenCalledWith(Date.parse(moment));
  expect(toZonedDateTimeISO).toHaveBeenCalledWith(timeZone);
  expect(create).not.toHaveBeenCalled();
});
