// Reads the times and days that people write into running orders, and the numbers that Excel makes of them.
import { momentOfWallClock } from './read-camera-notes.ts';

export type EventDay = { startDate: string; lastDate: string; timeZone: string };

const DAY_MS = 86_400_000;
const DATE_AND_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/;
/** An hour without minutes needs am or pm. */
const TIME_OF_DAY =
  /^(?:(.+?),?\s+)?(\d{1,2})(?:[:.](\d{2})(?::(\d{2}))?(?:\s*([ap])\.?(?:m\.?)?)?|\s*([ap])\.?m\.?)$/i;
/** Excel counts days from here, and keeps a time of day as a part of one. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);
const EXCEL_TIME = /^(\d{5}|0)?\.\d+$/;
const EXCEL_DATE = /^\d{5}(?:\.0+)?$/;

/** A time without a date is on the event's first day, and without an offset in the event's time zone. */
export function readPlannedTime(text: string, day: EventDay): Date | undefined {
  const full = DATE_AND_TIME.exec(text);
  if (full) return toMoment(`${full[1]}T${full[2]}`, full[3], day.timeZone);
  if (EXCEL_TIME.test(text)) return readExcelTime(Number(text), day);
  const [, date, hours, minutes = '00', seconds = '00', half, halfOfHour] = TIME_OF_DAY.exec(text) ?? [];
  const startDate = date ? readDate(date, day) : day.startDate;
  const hour = hourOf(Number(hours), half ?? halfOfHour);
  if (hours === undefined || hour === undefined || !startDate) return undefined;
  return toMoment(
    `${startDate}T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`,
    undefined,
    day.timeZone,
  );
}

function readExcelTime(days: number, { startDate, timeZone }: EventDay): Date | undefined {
  const dayMs = days < 1 ? Date.parse(startDate) : EXCEL_EPOCH_MS;
  const wallClock = new Date(dayMs + Math.round(days * 86_400) * 1000);
  return toMoment(wallClock.toISOString().slice(0, 19), undefined, timeZone);
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (!half) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function toMoment(wallClock: string, offset: string | undefined, timeZone: string): Date | undefined {
  const moment = new Date(`${wallClock}${offset ?? 'Z'}`);
  if (Number.isNaN(moment.getTime()) || !wallClock.startsWith(dateOf(Date.parse(`${wallClock}Z`))))
    return undefined;
  return offset ? moment : momentOfWallClock(moment.getTime(), timeZone);
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** A sheet that writes neither 09:05 nor 13:05 means five past one in the afternoon by 1:05. */
export function isTwelveHourSheet(texts: readonly string[]): boolean {
  return !texts.some((text) => /^(?:0\d|1[3-9]|2\d)[:.]\d{2}/.test(text));
}

export const inTheAfternoon = (text: string) =>
  /^[1-6][:.]\d{2}(?::\d{2})?$/.test(text) ? `${text} pm` : text;

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MAX_DAYS_OFF = 31;

/** Reads "Sat", "Day 2", "12/5", "Dec 5, 2026" or 2026-12-05 as a date near the days of the event. */
export function readDay(text: string, day: Omit<EventDay, 'timeZone'>): string | undefined {
  const date = readDate(text, day);
  return date && isNearEvent(Date.parse(date), day) ? date : undefined;
}

/** A sheet may name a day more than the event has, but not another month or year. */
export function isNearEvent(ms: number, { startDate, lastDate }: Omit<EventDay, 'timeZone'>): boolean {
  const slackMs = MAX_DAYS_OFF * DAY_MS;
  return ms >= Date.parse(startDate) - slackMs && ms <= Date.parse(lastDate) + slackMs;
}

function readDate(text: string, { startDate }: Pick<EventDay, 'startDate'>): string | undefined {
  const date = findDate(text.trim().toLowerCase(), Date.parse(startDate));
  return date === undefined || Number.isNaN(date) ? undefined : dateOf(date);
}

function findDate(text: string, startMs: number): number | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:t00:00(?::00)?)?$/.exec(text);
  if (iso) return utcDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (EXCEL_DATE.test(text)) return EXCEL_EPOCH_MS + Math.floor(Number(text)) * DAY_MS;
  const numbers = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/.exec(text);
  if (numbers) return inYear(numbers[3], Number(numbers[1]), Number(numbers[2]), startMs);
  const named = /\b([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/.exec(text);
  const month = MONTHS.indexOf(named?.[1] ?? '') + 1;
  if (named && month > 0) return inYear(named[3], month, Number(named[2]), startMs);
  const place = /^(?:day ?)?(\d{1,2})$/.exec(text);
  if (place) return Number(place[1]) > 0 ? startMs + (Number(place[1]) - 1) * DAY_MS : undefined;
  const weekday = /^[a-z]{3,9}\.?$/.test(text) ? WEEKDAYS.indexOf(text.slice(0, 3)) : -1;
  if (weekday < 0) return undefined;
  return startMs + ((weekday - new Date(startMs).getUTCDay() + 7) % 7) * DAY_MS;
}

/** A date without a year is the one nearest to the event, which may last into January. */
function inYear(year: string | undefined, month: number, day: number, startMs: number): number | undefined {
  if (year) return utcDay(Number(year.length === 2 ? `20${year}` : year), month, day);
  const startYear = new Date(startMs).getUTCFullYear();
  const near = [startYear - 1, startYear, startYear + 1].flatMap((each) => utcDay(each, month, day) ?? []);
  return near.toSorted((a, b) => Math.abs(a - startMs) - Math.abs(b - startMs))[0];
}

/** Refuses dates like February 31, which JavaScript reads as March 3. */
function utcDay(year: number, month: number, day: number): number | undefined {
  const ms = Date.UTC(year, month - 1, day);
  return new Date(ms).getUTCDate() === day ? ms : undefined;
}
