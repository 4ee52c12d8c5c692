import type { Tx } from '#server/context.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { findVisibleImage } from '#server/modules/images/album-images.ts';
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

/** Unpublished albums are not for sale. */
export async function priceItem(
  tx: Pick<Tx, 'db' | 'log'>,
  { userId, item }: { userId: number; item: Item },
): Promise<PricedItem> {
  const album = (await findSoldAlbums(tx.db, [item.albumId])).get(item.albumId);
  if (!album?.isPublished) throw new AppError('not_found');
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
