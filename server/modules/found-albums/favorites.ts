import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { favoriteEndpoints } from '#contract/endpoints/found-albums.ts';
import { MAX_FAVORITES } from '#contract/rules/albums.ts';
import type { Tx } from '#server/context.ts';
import { ownershipsOf, type Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { imagesById, visiblePhotosToJoin } from '#server/modules/images/album-images.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type ExportFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { viewedAlbums } from './held-album.ts';

function toWireFavorites(photos: readonly OpenPhoto[]): { album: string; images: number[] }[] {
  return [...Map.groupBy(photos, ({ albumUuid }) => albumUuid)].map(([album, marked]) => ({
    album,
    images: marked.map(({ imageId }) => imageId),
  }));
}

type Endpoint = typeof favoriteEndpoints.changeFavorites;

/**
 * Removes and adds favorites. A photo can be marked only in an album that the customer has seen, so nobody learns from
 * the answer which photos exist elsewhere. Repeating a call changes nothing.
 */
export async function changeFavorites(
  tx: Pick<Tx, 'db' | 'clock' | 'log'> & OfFavorites,
  { userId }: Actor,
  { add, remove }: BodyOf<Endpoint>,
): Promise<ResponseOf<Endpoint>> {
  const { db, clock } = tx;
  // Concurrent changes of one customer wait for each other, so that the limit is exact.
  await advisoryLock(db, `favorites:${userId}`);
  await db
    .deleteFrom('favorites')
    .where('userId', '=', userId)
    .where('imageId', '=', anyOf(remove))
    .execute();
  const kept = new Set(await listFavoriteIds(db, userId));
  const fresh = [...new Set(add)].filter((imageId) => !kept.has(imageId));
  const seen = await seenPhotos(tx, userId, fresh);
  const allowed = fresh.filter((imageId) => seen.has(imageId));
  const added = allowed.slice(0, Math.max(0, MAX_FAVORITES - kept.size));
  await insertFavorites(db, { userId, imageIds: added, now: clock.now() });
  return {
    albums: toWireFavorites(await openPhotos(tx, userId, [...kept, ...added])),
    refused: fresh.filter((imageId) => !seen.has(imageId)),
    left_out: allowed.slice(added.length),
  };
}

type HasMatchIn = (tx: Pick<Tx, 'db' | 'log'>, userId: number, albumIds: number[]) => Promise<Set<number>>;

/** `hasMatchIn` belongs to athletes, which build on found albums. */
export type OfFavorites = { purchases: Purchases; hasMatchIn: HasMatchIn };
type Reader = Pick<Tx, 'db' | 'log'> & OfFavorites;

/** A photo and its album; the uuid of the album is how pages know it. */
type OpenPhoto = { imageId: number; albumId: number; albumUuid: string; isBought: boolean };

/** Leaves out hidden photos, and photos of unpublished albums of which the customer bought nothing. */
async function openPhotos(
  { db, purchases }: Pick<Reader, 'db' | 'purchases'>,
  userId: number,
  imageIds: number[],
): Promise<OpenPhoto[]> {
  const images = await imagesById(db, imageIds);
  const albumIds = [...new Set([...images.values()].map(({ albumId }) => albumId))];
  const albums = await findSoldAlbums(db, albumIds);
  const ownershipOf = await ownershipsOf(purchases, db, userId, albumIds);
  return imageIds.flatMap((imageId) => {
    const image = images.get(imageId);
    const album = image && albums.get(image.albumId);
    if (!image?.isVisible || !album) return [];
    const { owned, boughtImages } = ownershipOf(image.albumId);
    const isBought = owned || boughtImages > 0;
    if (!album.isPublished && !isBought) return [];
    return [{ imageId, albumId: image.albumId, albumUuid: album.uuid, isBought }];
  });
}

/** The photos that the customer may have seen: in albums they viewed or bought from, or that show their athlete. */
async function seenPhotos(tx: Reader, userId: number, imageIds: number[]): Promise<Set<number>> {
  const open = await openPhotos(tx, userId, imageIds);
  const albumIds = [...new Set(open.map(({ albumId }) => albumId))];
  const viewed = await viewedAlbums(tx.db, userId, albumIds);
  const matched = await tx.hasMatchIn(tx, userId, albumIds);
  return new Set(
    open
      .filter(({ albumId, isBought }) => isBought || viewed.has(albumId) || matched.has(albumId))
      .map(({ imageId }) => imageId),
  );
}

export async function* exportFavorites({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  yield* jsonFiles('favorites', async (afterId, limit) => {
    const rows = await db
      .selectFrom('favorites')
      .select(['imageId as id', 'createdAt'])
      .where('userId', '=', userId)
      .where('imageId', '>', afterId)
      .orderBy('imageId')
      .limit(limit)
      .execute();
    const images = await imagesById(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, createdAt }) => ({ id, albumId: images.get(id)?.albumId ?? null, createdAt }));
  });
}

/** Returns the oldest favorites first. */
async function listFavoriteIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('favorites')
    .select('imageId')
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('imageId')
    .execute();
  return rows.map(({ imageId }) => imageId);
}

async function insertFavorites(
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

/** A subquery for modules that join favorites to their own tables; hidden photos are left out. */
export function favoritesToJoin(db: Db) {
  return db
    .selectFrom('favorites')
    .innerJoin(visiblePhotosToJoin(db).as('photo'), 'photo.id', 'favorites.imageId')
    .select(['favorites.userId', 'photo.albumId', 'favorites.createdAt'])
    .select(sql<number | null>`favorites.image_id`.as('imageId'));
}
