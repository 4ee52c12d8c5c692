import type { Tx } from '#server/context.ts';
import { hasMatchIn } from '#server/modules/athletes/find-matches.ts';
import { findSoldAlbums, lockSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { viewedAlbums } from '#server/modules/found-albums/held-album.ts';
import { findVisibleImage, imagesById, lockVisibleImages } from '#server/modules/images/album-images.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type CouponRow, requireCovered } from './coupons.ts';
import type { Item } from './entitlements.ts';
import { agreeTerms, type PricedItem, type Pricing, priceItems, type Terms } from './prices.ts';

export type OneItem = { albumId: number } | { imageId: number };
export type ItemChoice = OneItem | { imageIds: number[] };

/** Leaves out photos that can no longer be seen. */
export async function getItems(db: Db, choice: ItemChoice): Promise<Item[]> {
  return 'imageIds' in choice ? getPhotos(db, choice.imageIds) : [await getItem(db, choice)];
}

export async function getItem(db: Db, choice: OneItem): Promise<Item> {
  if ('albumId' in choice) return { albumId: choice.albumId, imageId: null };
  const image = await findVisibleImage(db, choice.imageId);
  if (!image || image.albumId === null) throw new AppError('not_found');
  return { albumId: image.albumId, imageId: choice.imageId };
}

/** Keeps the items from being unpublished or hidden until the transaction ends. */
export async function lockItems(db: Db, items: readonly Item[]): Promise<void> {
  await lockSoldAlbums(db, [...new Set(items.map(({ albumId }) => albumId))]);
  const imageIds = items.flatMap(({ imageId }) => imageId ?? []);
  const albumOf = await lockVisibleImages(db, imageIds);
  const isGone = items.some(({ albumId, imageId }) => imageId !== null && albumOf.get(imageId) !== albumId);
  if (isGone) throw new AppError(items.length === 1 ? 'not_found' : 'order_changed');
}

async function getPhotos(db: Db, imageIds: number[]): Promise<Item[]> {
  const found = await imagesById(db, imageIds);
  const photos = [...found].flatMap(([imageId, { albumId, isVisible }]) =>
    isVisible ? [{ albumId, imageId }] : [],
  );
  if (photos.length === 0) throw new AppError('not_found');
  return photos;
}

type Wanted = { userId: number; items: Item[] };

/** Returns undefined for an item that is not for sale. */
export async function findPrice(tx: Pricing, { userId, item }: { userId: number; item: Item }) {
  const album = (await findSoldAlbums(tx.db, [item.albumId])).get(item.albumId);
  const [price] = album?.isForSale ? await priceItems(tx, { userId, items: [{ ...item, album }] }) : [];
  return price;
}

/** Leaves out what is not for sale. */
async function priceChosen(tx: Pricing, { userId, items }: Wanted): Promise<PricedItem[]> {
  const albumIds = items.map((item) => item.albumId);
  const albums = await findSoldAlbums(tx.db, albumIds);
  const sold = items.flatMap((item) => {
    const album = albums.get(item.albumId);
    return album?.isForSale ? [{ ...item, album }] : [];
  });
  const isPublished = items.some((item) => albums.get(item.albumId)?.isPublished);
  if (sold.length === 0) throw new AppError(isPublished ? 'not_for_sale' : 'not_found');
  return priceItems(tx, { userId, items: sold });
}

export async function priceItem(tx: Pricing, { userId, item }: { userId: number; item: Item }) {
  const [price] = await priceChosen(tx, { userId, items: [item] });
  if (!price) throw new AppError('not_found');
  return price;
}

export type ItemTerms = Terms & { items: PricedItem[] };

export async function agreeItemTerms(
  tx: Pricing,
  { coupon, isEstimate = false, ...wanted }: Wanted & { coupon: CouponRow | undefined; isEstimate?: boolean },
): Promise<ItemTerms> {
  const items = await priceChosen(tx, wanted);
  await requireCovered(tx.db, coupon, items);
  const taxed = { buyerId: wanted.userId, isEstimate };
  return { ...(await agreeTerms(tx, { prices: items, coupon, taxed })), items };
}

/**
 * Returns the albums that a customer may not buy yet, because they never viewed them and none of their athletes was
 * found in them.
 */
export async function unviewedAmong(tx: Pick<Tx, 'db' | 'log'>, userId: number, albumIds: number[]) {
  const viewed = await viewedAlbums(tx.db, userId, albumIds);
  const unviewed = albumIds.filter((albumId) => !viewed.has(albumId));
  if (unviewed.length === 0) return new Set<number>();
  const matched = await hasMatchIn(tx, userId, unviewed);
  return new Set(unviewed.filter((albumId) => !matched.has(albumId)));
}

export async function requireViewed(tx: Pick<Tx, 'db' | 'log'>, userId: number, albumIds: number[]) {
  const albums = [...(await unviewedAmong(tx, userId, albumIds))];
  if (albums.length > 0) throw new AppError('view_before_purchase', { details: { albums } });
}
