import { describe, expect, test } from 'vitest';
import { decideWhen, newsEnd, quietEnd } from './notifications.rules.ts';

const NIGHT = { from: 21, to: 8 };
const at = (iso: string) => new Date(iso);

describe('quiet hours', () => {
  test.each([
    // hours, zone, now, end
    [NIGHT, 'America/Chicago', '2026-11-15T02:59:00Z', undefined],
    [NIGHT, 'America/Chicago', '2026-11-15T03:00:00Z', '2026-11-15T14:00:00Z'],
    [NIGHT, 'America/Chicago', '2026-11-15T13:59:00Z', '2026-11-15T14:00:00Z'],
    [NIGHT, 'America/Chicago', '2026-11-15T14:00:00Z', undefined],
    [NIGHT, 'UTC', '2026-11-15T23:30:00Z', '2026-11-16T08:00:00Z'],
    [{ from: 13, to: 15 }, 'UTC', '2026-11-15T14:10:00Z', '2026-11-15T15:00:00Z'],
    [{ from: 13, to: 15 }, 'UTC', '2026-11-15T15:00:00Z', undefined],
    [{ from: 9, to: 9 }, 'UTC', '2026-11-15T09:00:00Z', undefined],
    // The night in which the clocks go back has an hour more, and that in which they go forward an hour less.
    [NIGHT, 'America/Chicago', '2026-11-01T03:00:00Z', '2026-11-01T14:00:00Z'],
    [NIGHT, 'America/Chicago', '2027-03-14T03:00:00Z', '2027-03-14T13:00:00Z'],
    // The clocks skip the hour at which they end.
    [{ from: 22, to: 2 }, 'America/Chicago', '2027-03-14T07:30:00Z', '2027-03-14T08:00:00Z'],
    // They change from 2:45 to 3:45.
    [{ from: 0, to: 3 }, 'Pacific/Chatham', '2026-09-26T13:00:00Z', '2026-09-26T14:00:00Z'],
    [NIGHT, 'Asia/Kolkata', '2026-11-15T16:00:00Z', '2026-11-16T02:30:00Z'],
  ])('%o in %s at %s end at %s', (hours, timeZone, now, end) => {
    expect(quietEnd({ ...hours, timeZone }, at(now))).toEqual(end === undefined ? undefined : at(end));
  });
});

describe('a waiting notification', () => {
  const DAY = '2026-11-15T18:00:00Z';
  const DARK = '2026-11-15T03:00:00Z';
  const MORNING = '2026-11-15T14:00:00Z';
  const before = (now: string, minutes: number) => new Date(at(now).getTime() - minutes * 60_000);
  test.each([
    // kind, channel, now, minutes since the last message, told
    ['athlete_found', 'push', DAY, undefined, 'now'],
    ['athlete_found', 'push', DAY, 20, 'now'],
    ['athlete_found', 'push', DAY, 19, '2026-11-15T18:01:00Z'],
    ['athlete_found', 'email', DAY, 5, '2026-11-15T18:15:00Z'],
    ['athlete_found', 'push', DARK, undefined, MORNING],
    ['athlete_found', 'sms', DARK, 600, MORNING],
    ['athlete_found', 'email', DARK, undefined, 'now'],
    ['album_published', 'push', DARK, undefined, MORNING],
    ['album_published', 'sms', DARK, undefined, MORNING],
    ['album_published', 'email', DARK, undefined, 'now'],
    ['album_published', 'push', DAY, 59, '2026-11-15T18:01:00Z'],
    ['album_published', 'push', DAY, 60, 'now'],
    ['zip_ready', 'push', DARK, 1, 'now'],
  ] as const)(
    'of %s by %s at %s, %s minutes after the last, is told %s',
    (kind, channel, now, since, told) => {
      const lastMessageAt = since === undefined ? undefined : before(now, since);
      const quietHours = { ...NIGHT, timeZone: 'America/Chicago' };
      const when = decideWhen({ kind, channel, lastMessageAt, quietHours, eventZone: null }, at(now));
      expect(when).toEqual(told === 'now' ? 'now' : at(told));
    },
  );
});

test.each([
  ['2026-11-15', 'UTC', '2026-11-30T00:00:00Z'],
  ['2026-11-15', 'America/Chicago', '2026-11-30T06:00:00Z'],
  ['2026-12-25', 'Pacific/Auckland', '2027-01-08T11:00:00Z'],
  ['2027-03-20', 'Pacific/Auckland', '2027-04-03T11:00:00Z'],
  ['2026-10-17', 'America/Chicago', '2026-11-01T05:00:00Z'],
])('news of an event that ends on %s in %s end at %s', (lastDay, timeZone, end) => {
  expect(newsEnd(lastDay, timeZone)).toEqual(at(end));
});
