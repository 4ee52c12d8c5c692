import type { Album, Event } from '#contract/entities/album.ts';
import { calendarDay, performanceDays } from '#contract/rules/calendar-day.ts';
import { DEFAULT_DATE_FORMAT, LOCALE_DATE_FORMATS } from '#contract/rules/reference-lists.ts';
import { i18n } from '#web/lib/i18n.ts';

export function teamName(album: Pick<Album, 'program_name' | 'team_name'>): string {
  return `${album.program_name} ${album.team_name}`.trim();
}

/** The first use of the browser's own number formats takes longer than the rest of a small page. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Somebody who entered by a mailed code has no name yet, and is known by the email address. */
export function nameOfPerson({ name, email, phone_number, id }: Nameable): string {
  return name.trim() || email || phone_number || (id ? `User ${id}` : i18n.t('No name'));
}

type Nameable = { name: string; email: string | null; phone_number?: string | null; id?: number };

// Digits are moved instead of multiplied, so that cents stay exact.

const DOLLARS = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})?(?:\.(\d{1,2}))?$/;

/** Returns null for empty text and undefined for anything that is not an amount. */
export function parseDollars(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const found = DOLLARS.exec(trimmed);
  if (!found || (found[1] === undefined && found[2] === undefined)) return undefined;
  const dollars = (found[1] ?? '0').replaceAll(',', '');
  return Number(dollars + (found[2] ?? '').padEnd(2, '0'));
}

export function toDollars(amountCents: number | null | undefined): string {
  if (amountCents == null) return '';
  const digits = String(amountCents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** For tables and totals that need no cents. */
export function formatWholeDollars(amountCents: number): string {
  const dollars = Math.round(Math.abs(amountCents) / 100);
  return `${amountCents < 0 && dollars > 0 ? '-' : ''}$${formatCount(dollars)}`;
}

// Dates and times as people read them. Calendar days are "yyyy-mm-dd"; moments have a time.

/** The browser knows the region, as long as it speaks the language of the page. */
function browserLanguage(): string {
  const isSpoken = typeof navigator !== 'undefined' && navigator.language.startsWith(i18n.language);
  return isSpoken ? navigator.language : `${i18n.language}-US`;
}

export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Times are in 12 hours and months by name, wherever the browser is from. Creating a format takes milliseconds, and long
 * lists need the same one for every entry.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions, language = `${i18n.language}-US`) {
  const key = JSON.stringify([language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}

/** Accepts a calendar day, or a moment for its local day. */
export function formatDate(iso: string, language = browserLanguage()): string {
  const date = new Date(iso.includes('T') ? iso : `${iso}T00:00:00`);
  const pattern = LOCALE_DATE_FORMATS[language] ?? LOCALE_DATE_FORMATS[language.split('-')[0] ?? ''];
  return (pattern ?? DEFAULT_DATE_FORMAT)
    .replace('yyyy', String(date.getFullYear()))
    .replace('MM', String(date.getMonth() + 1).padStart(2, '0'))
    .replace('dd', String(date.getDate()).padStart(2, '0'));
}

/** The date format of staff pages, such as "Nov 20, 2026". Accepts a calendar day or a moment. */
export const formatDay = (iso: string) =>
  dateFormat({ dateStyle: 'medium' }).format(new Date(iso.includes('T') ? iso : `${iso}T00:00:00`));

const localDay = (day: string) => new Date(`${day}T00:00:00`);

export const formatMonth = (day: string) =>
  dateFormat({ month: 'long', year: 'numeric' }).format(localDay(day));

/** Spanish has no comma after the weekday: "miércoles 25 de nov". */
function withWeekday(options: Intl.DateTimeFormatOptions, date: Date, language?: string): string {
  const format = dateFormat(options, language);
  const text = format.format(date);
  return format.resolvedOptions().locale.startsWith('es') ? text.replace(', ', ' ') : text;
}

export const formatWeekday = (day: string, year?: 'numeric') =>
  withWeekday({ weekday: 'short', month: 'short', day: 'numeric', year }, localDay(day));

/** Formats two calendar days as briefly as possible, such as "Nov 14 – 15, 2026". */
export function formatDays(first: string, last = first): string {
  const format = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
  return format.formatRange(new Date(first), new Date(last)).replaceAll('\u2009', ' ');
}

const LONG_DAY = { weekday: 'long', month: 'short', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** Example: "Friday, Nov 20". */
export const formatLongDay = (iso: string) => withWeekday(LONG_DAY, new Date(iso));

/** Example: "Friday, Nov 20, 5:00 PM". */
export const formatLongMoment = (iso: string, language?: string) =>
  withWeekday({ ...LONG_DAY, ...TIME }, new Date(iso), language);

/** Example: "Nov 20, 2026, 5:00 PM". */
export const formatMoment = (iso: string, timeZone?: string) =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso));

export const formatTimeOfDay = (iso: string, timeZone: string) =>
  dateFormat({ ...TIME, timeZone }).format(new Date(iso));

export const formatHour = (iso: string, timeZone: string, language?: string) =>
  dateFormat({ hour: 'numeric', timeZone }, language).format(new Date(iso));

const AGE_UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A time to come is rounded, so that seven days are not "in 6 days" a second later. */
export function formatAge(isoMoment: string, now = Date.now(), language = browserLanguage()): string {
  const seconds = Math.round((new Date(isoMoment).getTime() - now) / 1000);
  const [unit, size] = AGE_UNITS.find(([, unitSize]) => Math.abs(seconds) >= unitSize) ?? ['second', 1];
  const count = seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(count, unit);
}

export function todayIsoDate(now = new Date()): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The days from the first to the last, at most `max` of them. */
export function listDays(first: string, last: string, max: number): string[] {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < max; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns yyyy-mm-dd in the event's time zone. */
export const dayInZone = (iso: string, timeZone: string) => calendarDay(new Date(iso), timeZone);

type EventDays = Pick<Event, 'start_date'> & Partial<Pick<Event, 'last_date'>>;

/** Albums that were kept on the device before events told their last day have none. */
export const formatEventDays = ({ start_date: first, last_date: last = first }: EventDays) =>
  first === last ? formatDate(first) : formatDays(first, last);

export const formatPerformanceDay = (...performance: Parameters<typeof performanceDays>) =>
  formatEventDays(performanceDays(...performance));

/** The server writes .120 seconds as .12. With the Z at the end, .12Z would be sorted after .125Z. */
const withoutZone = (moment: string) => (moment.endsWith('Z') ? moment.slice(0, -1) : moment);

/** Compares dates or moments as text. The browser's own comparison of words takes long to load. */
export function compareIso(a: string, b: string): number {
  const [one, other] = [withoutZone(a), withoutZone(b)];
  return Number(one > other) - Number(one < other);
}

export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join('');
}
