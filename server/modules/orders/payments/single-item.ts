import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { findVisibleImage } from '#server/modules/images/album-images.ts';
import type { ShopWorld } from '#server/modules/orders/cart/cart.ts';
import type { CouponRow } from '#server/modules/orders/coupons/coupons.queries.ts';
import type { Item } from '#server/modules/orders/order/entitlements.queries.ts';
import { agreeTerms, priceItems, type Terms } from '#server/modules/orders/order/prices.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';

/** What someone wants to buy alone. */
export type Wish = { albumId: number } | { imageId: number };

export async function getWishedItem(db: Db, wish: Wish): Promise<Item> {
  if ('albumId' in wish) return { albumId: wish.albumId, imageId: null };
  const image = await findVisibleImage(db, wish.imageId);
  if (!image || image.albumId === null) throw new AppError('not_found');
  return { albumId: image.albumId, imageId: wish.imageId };
}

/** What it costs this customer now. What is not published is not for sale. */
export async function agreeSingle(
  world: ShopWorld,
  userId: number,
  item: Item,
  coupon: CouponRow | undefined,
): Promise<Terms> {
  const album = (await albumsById(world, [item.albumId], userId)).get(item.albumId);
  if (!album?.isPublished) throw new AppError('not_found');
  return agreeTerms(world, await priceItems(world, userId, [{ ...item, event: album.event }]), coupon);
}
