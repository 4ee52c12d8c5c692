import { sql } from 'kysely';
import type { NotificationChannel, NotificationKind } from '#contract/rules/notifications.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { News } from './notifications.rules.ts';

type Addressed = { userId: number; channel: NotificationChannel };
export type Group = Addressed & { kind: NotificationKind };

/** Passes recipients as JSON because a team can have thousands of followers; returns those not told before. */
export async function insertNotifications(
  db: Db,
  to: Addressed[],
  notification: News,
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

export async function deleteUnsent(db: Db, kind: NotificationKind, subject: string): Promise<number[]> {
  const rows = await db
    .deleteFrom('notifications')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('messageId', 'is', null)
    .returning('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

export async function deleteUnsentOf(db: Db, { userId, kind, channel }: Group): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('messageId', 'is', null)
    .execute();
}

/** Lists groups with notification from before `before` that got no message of that kind and channel since `quietSince`. */
export async function listDueGroups(
  db: Db,
  due: { kinds: readonly NotificationKind[]; before: Date; quietSince: Date; limit: number },
): Promise<Group[]> {
  const rows = await db
    .selectFrom('notifications as notification')
    .select(['notification.userId', 'notification.kind', 'notification.channel'])
    .where('notification.messageId', 'is', null)
    .where('notification.kind', 'in', due.kinds)
    .where('notification.createdAt', '<=', due.before.toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notificationMessages as earlier')
            .select('earlier.id')
            .whereRef('earlier.userId', '=', 'notification.userId')
            .whereRef('earlier.kind', '=', 'notification.kind')
            .whereRef('earlier.channel', '=', 'notification.channel')
            .where('earlier.createdAt', '>', due.quietSince.toISOString()),
        ),
      ),
    )
    .groupBy(['notification.userId', 'notification.kind', 'notification.channel'])
    .limit(due.limit)
    .execute();
  return rows as Group[];
}

export async function lockGroup(db: Db, { userId, kind, channel }: Group): Promise<void> {
  await advisoryLock(db, `notifications:${userId}:${kind}:${channel}`);
}

export async function hasMessageSince(db: Db, group: Group, since: Date): Promise<boolean> {
  const message = await db
    .selectFrom('notificationMessages')
    .select('id')
    .where('userId', '=', group.userId)
    .where('kind', '=', group.kind)
    .where('channel', '=', group.channel)
    .where('createdAt', '>', since.toISOString())
    .executeTakeFirst();
  return message !== undefined;
}

/** Collects all unsent notification of the group into one message; returns undefined if there is none. */
export async function insertMessage(db: Db, group: Group, now: Date): Promise<number | undefined> {
  const { id: messageId } = await db
    .insertInto('notificationMessages')
    .values({ ...group, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const told = await db
    .updateTable('notifications')
    .set({ messageId })
    .where('userId', '=', group.userId)
    .where('kind', '=', group.kind)
    .where('channel', '=', group.channel)
    .where('messageId', 'is', null)
    .returning('id')
    .execute();
  if (told.length > 0) return messageId;
  await db.deleteFrom('notificationMessages').where('id', '=', messageId).execute();
  return undefined;
}

export type MessageRow = Group & { id: number; sentAt: string | null };

export async function findMessage(db: Db, messageId: number): Promise<MessageRow | undefined> {
  const row = await db
    .selectFrom('notificationMessages')
    .select(['id', 'userId', 'kind', 'channel', 'sentAt'])
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row as MessageRow | undefined;
}

export function listTold(db: Db, messageId: number) {
  return db
    .selectFrom('notifications')
    .select(['title', 'line', 'path', 'albumId'])
    .where('messageId', '=', messageId)
    .orderBy('id')
    .execute();
}

export async function markSent(db: Db, messageId: number, now: Date): Promise<void> {
  await db.updateTable('notificationMessages').set({ sentAt: now }).where('id', '=', messageId).execute();
}
