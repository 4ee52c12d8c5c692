import type { Tx } from '#server/context.ts';
import { hasMatchIn } from '#server/modules/athletes/has-match-in.ts';
import { type Purchases, standingsOf } from '#server/modules/catalogue/album-standing.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { viewedAlbums } from '#server/modules/found-albums/held-album.ts';
import { imagesById } from '#server/modules/images/album-images.ts';

type Reader = Pick<Tx, 'db' | 'log'> & { purchases: Purchases };

/** A photo and its album; the uuid of the album is how pages know it. */
export type OpenPhoto = { imageId: number; albumId: number; albumUuid: string; isBought: boolean };

/** Leaves out hidden photos, and photos of unpublished albums of which the customer bought nothing. */
export async function openPhotos(
  { db, purchases }: Pick<Reader, 'db' | 'purchases'>,
  userId: number,
  imageIds: number[],
): Promise<OpenPhoto[]> {
  const images = await imagesById(db, imageIds);
  const albumIds = [...new Set([...images.values()].map(({ albumId }) => albumId))];
  const albums = await findSoldAlbums(db, albumIds);
  const standingOf = await standingsOf(purchases, db, userId, albumIds);
  return imageIds.flatMap((imageId) => {
    const image = images.get(imageId);
    const album = image && albums.get(image.albumId);
    if (!image?.isVisible || !album) return [];
    const { owned, boughtImages } = standingOf(image.albumId);
    const isBought = owned || boughtImages > 0;
    if (!album.isPublished && !isBought) return [];
    return [{ imageId, albumId: image.albumId, albumUuid: album.uuid, isBought }];
  });
}

/** The photos that the customer may have seen: in albums they viewed or bought from, or that show their athlete. */
export async function seenPhotos(tx: Reader, userId: number, imageIds: number[]): Promise<Set<number>> {
  const open = await openPhotos(tx, userId, imageIds);
  const albumIds = [...new Set(open.map(({ albumId }) => albumId))];
  const viewed = await viewedAlbums(tx.db, userId, albumIds);
  const matched = await hasMatchIn(tx, userId, albumIds);
  return new Set(
    open
      .filter(({ albumId, isBought }) => isBought || viewed.has(albumId) || matched.has(albumId))
      .map(({ imageId }) => imageId),
  );
}
