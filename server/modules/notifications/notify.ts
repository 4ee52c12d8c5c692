import {
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
} from '#contract/rules/notifications.ts';
import type { Tx } from '#server/context.ts';
import { findReachable, type Reachable } from '#server/modules/accounts/find-people.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isUndeliverable } from '#server/platform/mail/suppressions.ts';
import { deliverMessage } from './deliver-message.ts';
import { deleteUnsent, insertMessage, insertNotifications } from './delivery.queries.ts';
import { settingsOf } from './notification-settings.ts';
import { isGathered, type News } from './notifications.rules.ts';

/** Tells each customer about a subject once. Gathered kinds wait for others of their kind; the rest is sent at once. */
export async function notify(
  { db, clock, queue, sms }: Pick<Tx, 'db' | 'clock' | 'queue' | 'sms'>,
  to: number | readonly number[],
  notification: News,
): Promise<void> {
  const userIds = [...new Set([to].flat())];
  const settings = await settingsOf(db, userIds);
  const people = await findReachable(db, userIds);
  const addressed = people.flatMap((person) =>
    channelsFor(sms, person, settings(person.userId), notification.kind).map((channel) => ({
      userId: person.userId,
      channel,
    })),
  );
  const told = await insertNotifications(db, addressed, notification, clock.now());
  if (isGathered(notification.kind)) return;
  for (const { userId, channel } of told) {
    const messageId = await insertMessage(db, { userId, channel, kind: notification.kind }, clock.now());
    if (messageId !== undefined) await queue.enqueue(db, deliverMessage, { messageId });
  }
}

/** Withdraws notification that nobody has been sent yet, and returns the users who would have got it. */
export async function retract(db: Db, kind: NotificationKind, subject: string): Promise<number[]> {
  return [...new Set(await deleteUnsent(db, kind, subject))];
}

function channelsFor(
  sms: Tx['sms'],
  person: Reachable,
  settings: NotificationSettings,
  kind: NotificationKind,
): NotificationChannel[] {
  const canReach = {
    email: !isUndeliverable(person.email),
    sms: person.verifiedPhone !== null && sms.canSend,
  };
  return NOTIFICATION_CHANNELS.filter((channel) => settings[kind][channel] && canReach[channel]);
}
