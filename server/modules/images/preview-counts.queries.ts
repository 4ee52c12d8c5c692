import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';

export type PreviewCount = { userId: number; day: string; previews: number };

const ACCOUNT_GONE = '23503';

export async function addPreviewCounts(db: Db, counts: readonly PreviewCount[]): Promise<void> {
  if (counts.length === 0) return;
  try {
    await db
      .insertInto('previewCounts')
      .values([...counts])
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'day'])
          .doUpdateSet({ previews: sql<number>`preview_counts.previews + excluded.previews` }),
      )
      .execute();
  } catch (error) {
    if ((error as { code?: string }).code !== ACCOUNT_GONE) throw error;
    // An account was deleted meanwhile; the others are counted one by one.
    if (counts.length > 1) for (const count of counts) await addPreviewCounts(db, [count]);
  }
}

export async function deletePreviewCounts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('previewCounts').where('day', '<', before.toISOString().slice(0, 10)).execute();
}
