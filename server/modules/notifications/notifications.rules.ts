// A team may have many new albums in an hour: the first is announced soon, the others of that hour together. The first
// photos of an athlete at an event are told at once. Nobody is woken up.

import type { I18n } from '#contract/i18n.ts';
import type { NotificationChannel, NotificationKind } from '#contract/rules/notifications.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';

/**
 * Albums are often published in batches, so the first message waits for the next ones. Then a customer gets at most one
 * message per channel in `gatherMinutes`: of the kind, or of the kind and event where notifications have one.
 */
const PACES = {
  album_published: { firstWaitMinutes: 1, gatherMinutes: 60 },
  athlete_found: { firstWaitMinutes: 0, gatherMinutes: 20 },
} as const;
type GatheredKind = keyof typeof PACES;

const NEWS_DAYS = 14;
const ONE_DAY_MS = 24 * 3600_000;

export const DEFAULT_QUIET_HOURS = { from: 21, to: 8 };
const LOUD: readonly NotificationChannel[] = ['push', 'sms'];

export type News = {
  kind: NotificationKind;
  /** A customer is told about the same subject only once, or, if it repeats, not again before the last time was sent. */
  subject: string;
  repeats?: boolean;
  /** Written once per language of its readers; `onLockScreen` is the title of a push message. */
  words: (i18n: I18n) => { title: string; line: string; onLockScreen?: string };
  path: `/${string}`;
  /** The album that the notification is about; its mail shows it. */
  albumId?: number;
  athleteId?: number;
  /** The saved team by which each customer follows the album. */
  teamOf?: ReadonlyMap<number, number>;
  event?: {
    /** Gathered apart from other events. */
    id?: number;
    timeZone: string;
    endsAt?: Date;
  };
};

export function isGathered(kind: NotificationKind): kind is GatheredKind {
  return kind in PACES;
}

export function firstDueAt(kind: NotificationKind, now: Date): Date {
  return minutesFrom(now, isGathered(kind) ? PACES[kind].firstWaitMinutes : 0);
}

type Waiting = {
  kind: NotificationKind;
  channel: NotificationChannel;
  lastMessageAt: Date | undefined;
  quietHours: { from: number; to: number; timeZone: string };
};

/** Returns when a waiting notification may be told: now, or at a later time at which to ask again. */
export function decideWhen({ kind, channel, lastMessageAt, quietHours }: Waiting, now: Date): 'now' | Date {
  if (!isGathered(kind)) return 'now';
  const nextAt = lastMessageAt && minutesFrom(lastMessageAt, PACES[kind].gatherMinutes);
  if (nextAt && nextAt > now) return nextAt;
  return (LOUD.includes(channel) ? quietEnd(quietHours, now) : undefined) ?? 'now';
}

/** Returns undefined outside quiet hours. */
export function quietEnd({ from, to, timeZone }: Waiting['quietHours'], now: Date): Date | undefined {
  const isQuiet = (moment: Date) => {
    const hour = wallClock(moment, timeZone).getUTCHours();
    return from <= to ? from <= hour && hour < to : hour >= from || hour < to;
  };
  if (!isQuiet(now)) return undefined;
  const wall = wallClock(now, timeZone);
  const target = new Date(wall);
  target.setUTCHours(to, 0, 0, 0);
  if (target <= wall) target.setUTCDate(target.getUTCDate() + 1);
  const end = new Date(now.getTime() + target.getTime() - wall.getTime());
  // The clocks may change during the night; an hour that they skip has no time of its own.
  const drift = wallClock(end, timeZone).getTime() - target.getTime();
  const corrected = new Date(end.getTime() - drift);
  return isQuiet(corrected) ? end : corrected;
}

/** The end of the fourteenth day after the last day of an event, by its clocks. */
export function newsEnd(lastDay: string, timeZone: string): Date {
  const midnight = new Date(Date.parse(lastDay) + (NEWS_DAYS + 1) * ONE_DAY_MS);
  return new Date(2 * midnight.getTime() - wallClock(midnight, timeZone).getTime());
}

/** The date and time on the clocks of a zone, as if they were UTC. */
function wallClock(moment: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return new Date(`${format.format(moment).replace(' ', 'T')}Z`);
}
