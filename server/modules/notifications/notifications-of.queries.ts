import { anyOf, type Db } from '#server/platform/database.ts';

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
export async function rewordNews(
  db: Db,
  { kind, subjects, from, to }: { kind: string; subjects: readonly string[]; from: string; to: string },
): Promise<void> {
  const news = await db
    .selectFrom('notifications')
    .select(['id', 'title', 'line'])
    .where('kind', '=', kind)
    .where('subject', '=', anyOf(subjects))
    .execute();
  for (const { id, title, line } of news) {
    const reworded = { title: title.replaceAll(from, () => to), line: line.replaceAll(from, () => to) };
    await db.updateTable('notifications').set(reworded).where('id', '=', id).execute();
  }
}

export function listNewsAfter(
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
