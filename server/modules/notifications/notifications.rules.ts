// Many albums of a team come in an hour: the first is told soon, the others of that hour together.

import type { NotificationKind } from '#contract/rules/notification-settings.ts';

export const GATHERED_KINDS: readonly NotificationKind[] = ['album_published', 'athlete_found'];

/** Albums are often published by the handful: the first message waits this long for the next ones. */
export const FIRST_WAIT_MINUTES = 1;
/** Never more than one message of a gathered kind, by one channel, in this time. */
export const GATHER_MINUTES = 60;

export type News = {
  kind: NotificationKind;
  /** What it is about; the same subject is told a customer once. */
  subject: string;
  /** A headline, a sentence, and the page it leads to. */
  title: string;
  line: string;
  path: `/${string}`;
};

export function isGathered(kind: NotificationKind): boolean {
  return GATHERED_KINDS.includes(kind);
}
