import { sql } from 'kysely';
import type { I18n } from '#contract/i18n.ts';
import {
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationKind,
  type NotificationSettings,
} from '#contract/rules/notifications.ts';
import type { Tx } from '#server/context.ts';
import { findReachable, listPeople, type Reachable } from '#server/modules/accounts/find-people.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { isUndeliverable } from '#server/platform/mail/suppressions.ts';
import { type Addressed, deliverMessage, insertMessage } from './deliver-message.ts';
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
  const addressed = people.flatMap(({ userId, language, ...person }) =>
    channelsFor(sms, person, settings(userId), notification.kind).map((channel) => ({
      userId,
      channel,
      language,
    })),
  );
  const told = [];
  for (const [language, readers] of Map.groupBy(addressed, (one) => one.language)) {
    const words = notification.words(i18nFor(language));
    told.push(...(await insertNotifications(db, readers, { ...notification, ...words }, clock.now())));
  }
  if (isGathered(notification.kind)) return;
  for (const { userId, channel } of told) {
    const messageId = await insertMessage(db, { userId, channel, kind: notification.kind }, clock.now());
    if (messageId !== undefined) await queue.enqueue(db, deliverMessage, { messageId });
  }
}

/** Withdraws notification that nobody has been sent yet, and returns the users who would have got it. */
export async function retract(db: Db, kind: NotificationKind, subject: string): Promise<number[]> {
  const rows = await db
    .deleteFrom('notifications')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('messageId', 'is', null)
    .returning('userId')
    .execute();
  return [...new Set(rows.map(({ userId }) => userId))];
}

function channelsFor(
  sms: Tx['sms'],
  person: Pick<Reachable, 'email' | 'verifiedPhone'>,
  settings: NotificationSettings,
  kind: NotificationKind,
): NotificationChannel[] {
  const canReach = {
    email: !isUndeliverable(person.email),
    sms: person.verifiedPhone !== null && sms.canSend,
  };
  return NOTIFICATION_CHANNELS.filter((channel) => settings[kind][channel] && canReach[channel]);
}

/** Passes recipients as JSON because a team can have thousands of followers; returns those not told before. */
async function insertNotifications(
  db: Db,
  to: Addressed[],
  notification: News & ReturnType<News['words']>,
  now: Date,
): Promise<(Addressed & { id: number })[]> {
  const people = JSON.stringify(to.map(({ userId, channel }) => ({ user_id: userId, channel })));
  const { rows } = await sql<{ id: number; userId: number; channel: NotificationChannel }>`
    insert into notifications (user_id, kind, channel, subject, title, line, path, album_id, created_at)
    select user_id, ${notification.kind}, channel, ${notification.subject}, ${notification.title.slice(0, 200)},
      ${notification.line.slice(0, 1000)}, ${notification.path}, ${notification.albumId ?? null}::integer, ${now}
    from json_to_recordset(${people}::json) as people (user_id integer, channel text)
    on conflict (user_id, kind, channel, subject) do nothing
    returning id, user_id, channel`.execute(db);
  return rows;
}

/** Replaces the name of a deleted person in notifications to other people. */
export async function rewordNotifications(
  db: Db,
  {
    kind,
    subjects,
    from,
    to,
  }: { kind: string; subjects: readonly string[]; from: string; to: (i18n: I18n) => string },
): Promise<void> {
  const notification = await db
    .selectFrom('notifications')
    .select(['id', 'userId', 'title', 'line'])
    .where('kind', '=', kind)
    .where('subject', '=', anyOf(subjects))
    .execute();
  const readers = await listPeople(
    db,
    notification.map(({ userId }) => userId),
  );
  for (const { id, userId, title, line } of notification) {
    const words = to(i18nFor(readers.get(userId)?.language));
    const reworded = { title: title.replaceAll(from, () => words), line: line.replaceAll(from, () => words) };
    await db.updateTable('notifications').set(reworded).where('id', '=', id).execute();
  }
}
