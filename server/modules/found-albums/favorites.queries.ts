import { sql } from 'kysely';
import { visiblePhotosToJoin } from '#server/modules/images/album-images.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

/** Makes concurrent changes of one customer wait for each other, so that the limit is exact. */
export async function lockFavorites(db: Db, userId: number): Promise<void> {
  await advisoryLock(db, `favorites:${userId}`);
}

/** Returns the oldest favorites first. */
export async function listFavoriteIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('favorites')
    .select('imageId')
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('imageId')
    .execute();
  return rows.map(({ imageId }) => imageId);
}

export async function insertFavorites(
  db: Db,
  { userId, imageIds, now }: { userId: number; imageIds: number[]; now: Date },
): Promise<void> {
  if (imageIds.length === 0) return;
  await db
    .insertInto('favorites')
    .values(imageIds.map((imageId) => ({ userId, imageId, createdAt: now })))
    .onConflict((conflict) => conflict.columns(['userId', 'imageId']).doNothing())
    .execute();
}

export async function deleteFavorites(db: Db, userId: number, imageIds: number[]): Promise<void> {
  if (imageIds.length === 0) return;
  await db
    .deleteFrom('favorites')
    .where('userId', '=', userId)
    .where('imageId', '=', anyOf(imageIds))
    .execute();
}

export function listFavoritesAfter(
  db: Db,
  { userId, afterId, limit }: { userId: number; afterId: number; limit: number },
) {
  return db
    .selectFrom('favorites')
    .select(['imageId as id', 'createdAt'])
    .where('userId', '=', userId)
    .where('imageId', '>', afterId)
    .orderBy('imageId')
    .limit(limit)
    .execute();
}

/** A subquery for modules that join favorites to their own tables; hidden photos are left out. */
export function favoritesToJoin(db: Db) {
  return db
    .selectFrom('favorites')
    .innerJoin(visiblePhotosToJoin(db).as('photo'), 'photo.id', 'favorites.imageId')
    .select(['favorites.userId', 'photo.albumId', 'favorites.createdAt'])
    .select(sql<number | null>`favorites.image_id`.as('imageId'));
}
