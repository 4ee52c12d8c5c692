// A team may have many new albums in an hour: the first is announced soon, the others of that hour together. The first
// photos of an athlete at an event are announced at once. Quiet hours are respected.

import type { I18n } from '#contract/i18n.ts';
import type { NotificationChannel, NotificationKind } from '#contract/rules/notifications.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';

/**
 * Albums are often published in batches, so the first message waits for the next ones. Then a customer gets at most one
 * message per channel in `digestMinutes`: of the kind, or of the kind and event where notifications have one.
 */
const PACES = {
  album_published: { firstWaitMinutes: 1, digestMinutes: 60 },
  athlete_found: { firstWaitMinutes: 0, digestMinutes: 20 },
} as const;
type DigestKind = keyof typeof PACES;

const NEWS_DAYS = 14;
const ONE_DAY_MS = 24 * 3600_000;
const QUARTER_MS = 15 * 60_000;

export const DEFAULT_QUIET_HOURS = { from: 21, to: 8 };
const LOUD: readonly NotificationChannel[] = ['push', 'sms'];

export type NewNotification = {
  kind: NotificationKind;
  /**
   * A customer is notified of a subject only once or, if it repeats, not again before the last notification was sent.
   */
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
    /** Digests are made per event. */
    id?: number;
    timeZone: string;
    endsAt?: Date;
  };
};

export function isInDigest(kind: NotificationKind): kind is DigestKind {
  return kind in PACES;
}

export function firstDueAt(kind: NotificationKind, now: Date): Date {
  return minutesFrom(now, isInDigest(kind) ? PACES[kind].firstWaitMinutes : 0);
}

type Waiting = {
  kind: NotificationKind;
  channel: NotificationChannel;
  /** When the message before this one was sent; undefined for the first. */
  lastMessageAt?: Date | undefined;
  /** The time zone is that of the event where the person's own is unknown. */
  quietHours: { from: number; to: number; timeZone: string | null };
  eventZone: string | null;
};

/** Returns when a waiting notification may be told: now, or at a later time at which to ask again. */
export function decideWhen(
  { kind, channel, lastMessageAt, quietHours, eventZone }: Waiting,
  now: Date,
): 'now' | Date {
  if (!isInDigest(kind)) return 'now';
  const nextAt = lastMessageAt && minutesFrom(lastMessageAt, PACES[kind].digestMinutes);
  if (nextAt && nextAt > now) return nextAt;
  if (!LOUD.includes(channel)) return 'now';
  const timeZone = quietHours.timeZone ?? eventZone ?? 'UTC';
  return quietEnd({ ...quietHours, timeZone }, now) ?? 'now';
}

/** Returns undefined outside quiet hours. */
export function quietEnd(
  { from, to, timeZone }: { from: number; to: number; timeZone: string },
  now: Date,
): Date | undefined {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  const isQuiet = (momentMs: number) => {
    const hour = Number(format.format(momentMs));
    return from <= to ? from <= hour && hour < to : hour >= from || hour < to;
  };
  if (!isQuiet(now.getTime())) return undefined;
  // Clocks change at full quarters, so the end is found even in a night in which they do.
  let endMs = Math.ceil(now.getTime() / QUARTER_MS) * QUARTER_MS;
  while (isQuiet(endMs)) endMs += QUARTER_MS;
  return new Date(endMs);
}

/** The end of the fourteenth day after the last day of an event, by its clocks. */
export function newsEnd(lastDay: string, timeZone: string): Date {
  const midnight = new Date(Date.parse(lastDay) + (NEWS_DAYS + 1) * ONE_DAY_MS);
  const closer = (guess: Date) =>
    new Date(guess.getTime() + midnight.getTime() - wallClock(guess, timeZone).getTime());
  // The clocks may change between midnight here and in UTC, so the second guess is the right one.
  return closer(closer(midnight));
}

/** The date and time on the clocks of a zone, as if they were UTC. */
function wallClock(moment: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return new Date(`${format.format(moment).replace(' ', 'T')}Z`);
}
