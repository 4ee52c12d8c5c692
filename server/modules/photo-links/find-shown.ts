import type { Tx } from '#server/context.ts';
import { isSuspended } from '#server/modules/accounts/find-people.ts';
import { findSoldAlbums, type SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { type ImageInAlbum, imagesById } from '#server/modules/images/album-images.ts';
import { purchases } from '#server/modules/orders/purchases.ts';

type Chosen = { userId: number; albumId: number; imageIds: readonly number[] };
export type Shown = { album: SoldAlbum; images: ImageInAlbum['image'][] };

/**
 * Finds which of the photos the owner may show now: those that are visible and owned, in an album that is published.
 * Nothing is remembered, so a refund or a hidden photo counts with the next request.
 */
export async function findShown(
  { db }: Pick<Tx, 'db'>,
  { userId, albumId, imageIds }: Chosen,
): Promise<Shown | undefined> {
  const album = (await findSoldAlbums(db, [albumId])).get(albumId);
  if (!album?.isPublished || (await isSuspended(db, userId))) return undefined;
  const isWhole = (await purchases.standingsOf(db, userId, [albumId])).get(albumId)?.owned ?? false;
  const bought = isWhole ? [] : await purchases.ownedImagesOf(db, userId);
  const isOwned = (imageId: number) => isWhole || bought.some(({ image }) => image === imageId);
  const found = await imagesById(db, imageIds);
  const images = imageIds.flatMap((imageId) => {
    const one = found.get(imageId);
    return one?.isVisible && one.albumId === albumId && isOwned(imageId) ? [one.image] : [];
  });
  return { album, images };
}
