import type { Db } from '#server/platform/database.ts';

/** Staff keep the report and its kind. Its text is removed, because it may name a person. */
export async function eraseMemosOf(db: Db, userId: number): Promise<void> {
  await db.updateTable('reportedPhotos').set({ memo: '' }).where('userId', '=', userId).execute();
}

export function listReportsBy(
  db: Db,
  { userId, afterId, limit }: { userId: number; afterId: number; limit: number },
) {
  return db
    .selectFrom('reportedPhotos')
    .select(['id', 'imageId', 'albumId', 'eventId', 'type', 'memo', 'removed', 'acknowledgedAt', 'createdAt'])
    .where('userId', '=', userId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}
