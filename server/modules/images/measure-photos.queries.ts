import type { Db } from '#server/platform/database/database.ts';
import type { PhotoMeasures } from './perceptual-hash.ts';

export function listUnmeasured(db: Db, limit: number) {
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
export async function saveMeasures(
  db: Db,
  imageId: number,
  measures: PhotoMeasures | undefined,
  now: Date,
): Promise<void> {
  await db
    .updateTable('images')
    .set({ perceptualHash: measures?.hash ?? null, sharpness: measures?.sharpness ?? null, lookAt: now })
    .where('id', '=', imageId)
    .execute();
}
