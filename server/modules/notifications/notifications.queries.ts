import { sql } from 'kysely';
import { FACTORY_NOTIFICATION_SETTINGS, type NotificationSettings } from '#contract/rules/notifications.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

export async function findUserSettings(db: Db, userId: number): Promise<NotificationSettings | undefined> {
  const row = await db
    .selectFrom('userNotificationSettings')
    .select('settings')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.settings as NotificationSettings | undefined;
}

export async function findChosenSettings(
  db: Db,
  userIds: number[],
): Promise<Map<number, Partial<NotificationSettings>>> {
  const rows = await db
    .selectFrom('userNotificationSettings')
    .select(['userId', 'settings'])
    .where('userId', '=', anyOf(userIds))
    .execute();
  return new Map(rows.map((row) => [row.userId, row.settings as Partial<NotificationSettings>]));
}

export async function upsertUserSettings(
  db: Db,
  userId: number,
  settings: NotificationSettings,
): Promise<void> {
  const fresh = { settings: JSON.stringify(settings), updatedAt: sql<string>`now()` };
  await db
    .insertInto('userNotificationSettings')
    .values({ userId, ...fresh })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fresh))
    .execute();
}

export async function findLatestDefault(db: Db) {
  const row = await db
    .selectFrom('defaultNotificationSettings')
    .select(['id', 'settings', 'createdAt'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Settings from before a kind existed do not name it.
  return (
    row && {
      ...row,
      settings: { ...FACTORY_NOTIFICATION_SETTINGS, ...(row.settings as Partial<NotificationSettings>) },
    }
  );
}

export async function insertDefault(db: Db, entry: { settings: NotificationSettings; createdBy: number }) {
  const row = await db
    .insertInto('defaultNotificationSettings')
    .values({ createdBy: entry.createdBy, settings: JSON.stringify(entry.settings) })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow();
  return { ...row, settings: entry.settings };
}

/** Deletes the unsubscribe links before the user is deleted, because deleting the user removes the rows they point to. */
export async function deleteUnsubscribeLinksOf(
  db: Db,
  { userId, email }: { userId: number; email: string | null },
): Promise<void> {
  await db
    .deleteFrom('unsubscribeLinks')
    .where((eb) => eb.or([eb('userId', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
    .execute();
}

/** Replaces the name of a deleted person in notifications to other people. */
export async function rewordNotifications(
  db: Db,
  { kind, subjects, from, to }: { kind: string; subjects: readonly string[]; from: string; to: string },
): Promise<void> {
  const notification = await db
    .selectFrom('notifications')
    .select(['id', 'title', 'line'])
    .where('kind', '=', kind)
    .where('subject', '=', anyOf(subjects))
    .execute();
  for (const { id, title, line } of notification) {
    const reworded = { title: title.replaceAll(from, () => to), line: line.replaceAll(from, () => to) };
    await db.updateTable('notifications').set(reworded).where('id', '=', id).execute();
  }
}

export function listNotificationsAfter(
  db: Db,
  { userId, afterId, limit }: { userId: number; afterId: number; limit: number },
) {
  return db
    .selectFrom('notifications')
    .leftJoin('notificationMessages', 'notificationMessages.id', 'notifications.messageId')
    .select(['notifications.id', 'notifications.kind', 'notifications.channel', 'title', 'line', 'path'])
    .select(['notifications.createdAt', 'notificationMessages.sentAt'])
    .where('notifications.userId', '=', userId)
    .where('notifications.id', '>', afterId)
    .orderBy('notifications.id')
    .limit(limit)
    .execute();
}
