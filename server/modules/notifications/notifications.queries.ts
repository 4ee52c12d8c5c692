import { sql } from 'kysely';
import {
  FACTORY_NOTIFICATION_SETTINGS,
  type NotificationSettings,
} from '#contract/rules/notification-settings.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

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
