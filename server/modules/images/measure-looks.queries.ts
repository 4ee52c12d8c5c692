import type { Db } from '#server/platform/database.ts';
import type { Look } from './look.ts';

export function listWithoutLook(db: Db, limit: number) {
  return db
    .selectFrom('images')
    .select(['id', 'eventId', 'contentHash'])
    .where('state', '=', 'ready')
    .where('lookAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A photo that cannot be read is not tried again. */
export async function saveLook(db: Db, imageId: number, look: Look | undefined, now: Date): Promise<void> {
  await db
    .updateTable('images')
    .set({ lookHash: look?.hash ?? null, sharpness: look?.sharpness ?? null, lookAt: now })
    .where('id', '=', imageId)
    .execute();
}
