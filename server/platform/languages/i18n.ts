import { createI18n, type I18n, type Language } from '#contract/i18n.ts';
import spanish from '#contract/messages/es.json' with { type: 'json' };

const I18NS: Record<Language, I18n> = { en: createI18n('en'), es: createI18n('es', spanish) };

/** Mails, texts and documents follow the language of their reader, English until it is known. */
export function i18nFor(language: string | null | undefined): I18n {
  return I18NS[language === 'es' ? 'es' : 'en'];
}

const DAY = { month: 'short', day: 'numeric', year: 'numeric' } as const;

/** Accepts a calendar day, or a moment for its day in the time zone: "Nov 14, 2026". */
export function formatDay(
  { locale }: I18n,
  day: string,
  { timeZone = 'UTC', ...format }: Intl.DateTimeFormatOptions = DAY,
): string {
  const date = new Date(day.includes('T') ? day : `${day}T00:00:00Z`);
  return new Intl.DateTimeFormat(`${locale}-US`, { timeZone, ...format }).format(date);
}

/** Formats two calendar days as briefly as possible: "Nov 14 – 16, 2026". */
export function formatDays(
  { locale }: I18n,
  { start_date: first, last_date: last }: { start_date: string; last_date: string },
): string {
  const format = new Intl.DateTimeFormat(`${locale}-US`, { timeZone: 'UTC', ...DAY });
  return format.formatRange(new Date(first), new Date(last)).replaceAll('\u2009', ' ');
}
