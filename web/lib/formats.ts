import type { Album, AlbumOnly, Event } from '#contract/entities/album.ts';
import { calendarDay } from '#contract/rules/calendar-day.ts';
import { DEFAULT_DATE_FORMAT, LOCALE_DATE_FORMATS } from '#contract/rules/reference-lists.ts';

const browserLanguage = () => (typeof navigator === 'undefined' ? 'en-US' : navigator.language);

function dateFormatOf(language: string): string {
  return (
    LOCALE_DATE_FORMATS[language] ?? LOCALE_DATE_FORMATS[language.split('-')[0] ?? ''] ?? DEFAULT_DATE_FORMAT
  );
}

/** Takes a calendar date, or a timestamp whose local day is used. */
export function formatDate(iso: string, language = browserLanguage()): string {
  const isMoment = iso.includes('T');
  const date = new Date(isMoment ? iso : `${iso}T00:00:00`);
  return dateFormatOf(language)
    .replace('yyyy', String(date.getFullYear()))
    .replace('MM', String(date.getMonth() + 1).padStart(2, '0'))
    .replace('dd', String(date.getDate()).padStart(2, '0'));
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes milliseconds, and long lists need the same one for every entry. */
function dateFormat(
  name: string,
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${name} ${options.timeZone} ${language}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(language, options);
  dateFormats.set(key, format);
  return format;
}

export function formatMonth(isoDate: string, language = browserLanguage()): string {
  const format = dateFormat('month', language, { month: 'long', year: 'numeric' });
  return format.format(new Date(`${isoDate}T00:00:00`));
}

const AGE_UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export function formatAge(isoMoment: string, now = Date.now(), language = browserLanguage()): string {
  const seconds = Math.round((new Date(isoMoment).getTime() - now) / 1000);
  const [unit, size] = AGE_UNITS.find(([, unitSize]) => Math.abs(seconds) >= unitSize) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

export function todayIsoDate(now = new Date()): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

function formatInZone(
  iso: string,
  timeZone: string,
  name: string,
  options: Intl.DateTimeFormatOptions,
  language: string,
) {
  return dateFormat(name, language, { ...options, timeZone }).format(new Date(iso));
}

/** Returns yyyy-mm-dd in the event's time zone. */
export function dayInZone(iso: string, timeZone: string): string {
  return calendarDay(new Date(iso), timeZone);
}

export function formatTimeOfDay(iso: string, timeZone: string, language = browserLanguage()): string {
  return formatInZone(iso, timeZone, 'time', { hour: 'numeric', minute: '2-digit' }, language);
}

export function formatHour(iso: string, timeZone: string, language = browserLanguage()): string {
  return formatInZone(iso, timeZone, 'hour', { hour: 'numeric' }, language);
}

export function formatWeekday(isoDate: string, language = browserLanguage()): string {
  const format = dateFormat('weekday', language, { weekday: 'short', month: 'short', day: 'numeric' });
  return format.format(new Date(`${isoDate}T00:00:00`));
}

/** The event's first day stands in while the running order gives no time. */
export function performanceDay(
  album: Pick<AlbumOnly, 'planned_at'>,
  event: Pick<Event, 'start_date' | 'time_zone'>,
): string {
  return album.planned_at ? dayInZone(album.planned_at, event.time_zone) : event.start_date;
}

export function teamName(album: Pick<Album, 'program_name' | 'team_name'>): string {
  return `${album.program_name} ${album.team_name}`.trim();
}

/** Two calendar days in as few words as possible, such as "Nov 14 – 15, 2026". */
export function formatDays(first: string, last: string, language = browserLanguage()): string {
  const format = dateFormat('days', language, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.formatRange(new Date(first), new Date(last)).replaceAll('\u2009', ' ');
}

/** The first use of the browser's own number formats takes longer than the rest of a small page. */
export const formatCount = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** The server writes .120 seconds as .12. With the Z at the end, .12Z would be sorted after .125Z. */
const withoutZone = (moment: string) => (moment.endsWith('Z') ? moment.slice(0, -1) : moment);

/** Compares dates or moments as text. The browser's own comparison of words takes long to load. */
export function compareIso(a: string, b: string): number {
  const [one, other] = [withoutZone(a), withoutZone(b)];
  return Number(one > other) - Number(one < other);
}

/** Somebody who entered by a mailed code has no name yet, and is known by the e-mail address. */
export function nameOfPerson({ name, email }: { name: string; email: string | null }): string {
  return name.trim() || email || 'No name';
}
