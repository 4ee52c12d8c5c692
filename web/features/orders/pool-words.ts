import type { Pool } from '#contract/entities/order.ts';
import { countOf } from '#web/lib/count-words.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const browserLanguage = () => (typeof navigator === 'undefined' ? 'en-US' : navigator.language);

export function momentInWords(iso: string, language = browserLanguage()): string {
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso));
}

export function dayInWords(iso: string, language = browserLanguage()): string {
  return new Intl.DateTimeFormat(language, { weekday: 'long', month: 'short', day: 'numeric' }).format(
    new Date(iso),
  );
}

export function timeLeftInWords(iso: string, now = Date.now()): string {
  const left = new Date(iso).getTime() - now;
  if (left <= 0) return 'closing now';
  if (left < HOUR_MS) return `${countOf(Math.ceil(left / MINUTE_MS), 'minute')} left`;
  if (left < 2 * DAY_MS) return `${countOf(Math.ceil(left / HOUR_MS), 'hour')} left`;
  return `${countOf(Math.floor(left / DAY_MS), 'day')} left`;
}

export function sharesInWords(shares: number): string {
  return countOf(shares, 'share');
}

export type PhaseWords = { title: string; sentence: string; tone: 'plain' | 'ok' | 'warn' };

export function phaseInWords(pool: Pool): PhaseWords {
  const left = pool.shares - pool.taken;
  switch (pool.phase) {
    case 'filling':
      return left === 0
        ? {
            title: 'All shares are taken',
            sentence: 'Checking the last card. This takes a moment.',
            tone: 'plain',
          }
        : {
            title: `${pool.taken} of ${pool.shares} shares`,
            sentence: `${sharesInWords(left)} to go. Cards are held, and charged only when all ${pool.shares} are taken.`,
            tone: 'plain',
          };
    case 'charging':
      return {
        title: `All ${pool.shares} shares are taken`,
        sentence: 'Charging the cards. The albums are yours in a moment.',
        tone: 'ok',
      };
    case 'covering':
      return {
        title: 'One card could not be charged',
        sentence: `${sharesInWords(left)} ${left === 1 ? 'is' : 'are'} available again. Take ${left === 1 ? 'it' : 'them'} by ${momentInWords(pool.deadline)}, or everyone gets a full refund.`,
        tone: 'warn',
      };
    case 'filled':
      return {
        title: `All ${pool.shares} shares are paid`,
        sentence: 'Everyone who joined owns the albums.',
        tone: 'ok',
      };
    case 'released':
      return {
        title: 'This pool has ended',
        sentence: 'Not all shares were taken in time. Nobody was charged, and all holds were released.',
        tone: 'warn',
      };
  }
}
