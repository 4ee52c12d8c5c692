import type { Tx } from '#server/context.ts';
import { findSoldAlbums, lockSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { findVisibleImage, lockVisibleImages } from '#server/modules/images/album-images.ts';
import type { CouponRow } from '#server/modules/orders/coupons/use.ts';
import type { Item } from '#server/modules/orders/order/entitlements.queries.ts';
import { agreeTerms, type PricedItem, priceItems, type Terms } from '#server/modules/orders/order/prices.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';

export type ItemChoice = { albumId: number } | { imageId: number };

export async function getItem(db: Db, choice: ItemChoice): Promise<Item> {
  if ('albumId' in choice) return { albumId: choice.albumId, imageId: null };
  const image = await findVisibleImage(db, choice.imageId);
  if (!image || image.albumId === null) throw new AppError('not_found');
  return { albumId: image.albumId, imageId: choice.imageId };
}

/** Keeps the item from being unpublished or hidden until the transaction ends. */
export async function lockItem(db: Db, { albumId, imageId }: Item): Promise<void> {
  await lockSoldAlbums(db, [albumId]);
  if (imageId === null) return;
  if ((await lockVisibleImages(db, [imageId])).get(imageId) !== albumId) throw new AppError('not_found');
}

/** Unpublished albums are not for sale. */
export async function priceItem(
  tx: Pick<Tx, 'db' | 'log'>,
  { userId, item }: { userId: number; item: Item },
): Promise<PricedItem> {
  const album = (await findSoldAlbums(tx.db, [item.albumId])).get(item.albumId);
  if (!album?.isPublished) throw new AppError('not_found');
  if (!album.isForSale) throw new AppError('not_for_sale');
  const [price] = await priceItems(tx, { userId, items: [{ ...item, album }] });
  if (!price) throw new AppError('not_found');
  return price;
}

export async function agreeItemTerms(
  tx: Pick<Tx, 'db' | 'log'>,
  { coupon, ...wanted }: { userId: number; item: Item; coupon: CouponRow | undefined },
): Promise<Terms> {
  return agreeTerms(tx, { prices: [await priceItem(tx, wanted)], coupon });
}
