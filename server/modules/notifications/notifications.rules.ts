// A team may have many new albums in an hour: the first is announced soon, the others of that hour together.

import type { I18n } from '#contract/i18n.ts';
import type { NotificationKind } from '#contract/rules/notifications.ts';

export const GATHERED_KINDS: readonly NotificationKind[] = ['album_published', 'athlete_found'];

/** Albums are often published in batches, so the first message waits this long for the next ones. */
export const FIRST_WAIT_MINUTES = 1;
/** A customer gets at most one message of a gathered kind per channel in this time. */
export const GATHER_MINUTES = 60;

export type News = {
  kind: NotificationKind;
  /** A customer is told about the same subject only once. */
  subject: string;
  /** Written once per language of its readers. */
  words: (i18n: I18n) => { title: string; line: string };
  path: `/${string}`;
  /** The album that the notification is about; its mail shows it. */
  albumId?: number;
};

export function isGathered(kind: NotificationKind): boolean {
  return GATHERED_KINDS.includes(kind);
}
