import type { NotificationChannel, NotificationKind } from '#contract/rules/notification-settings.ts';
import type { Db } from '#server/platform/database.ts';
import { findUserSettings } from './notifications.queries.ts';
import { siteDefault } from './settings.ts';

/** The customer's own choice, else the site's. */
export async function wantsNotification(
  db: Db,
  userId: number,
  kind: NotificationKind,
  channel: NotificationChannel,
): Promise<boolean> {
  const settings = (await findUserSettings(db, userId)) ?? (await siteDefault({ db }));
  return settings[kind][channel];
}
