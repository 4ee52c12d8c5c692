import type { LeftOut, Order, Pool } from '#contract/entities/order.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import type { SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import type { ImageInAlbum } from '#server/modules/images/album-images.ts';
import { toWireUsedCoupon } from '#server/modules/orders/coupons/coupons.wire.ts';
import type { CouponRow } from '#server/modules/orders/coupons/use.ts';
import type { LineRow, OrderRow } from '#server/modules/orders/orders.ts';
import type { PictureKeys } from '#server/platform/image-tokens.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import { toWireItem } from './items.wire.ts';
import type { LeftOutRow } from './left-out.queries.ts';

export type OrderParts = {
  lines: LineRow[];
  albums: ReadonlyMap<number, AlbumWithEvent>;
  photos: ReadonlyMap<number, ImageInAlbum>;
  coupons: ReadonlyMap<number, CouponRow>;
  pools: ReadonlyMap<number, Pool>;
  firstNames: ReadonlyMap<number, string>;
  /** The key is the id of the order. */
  leftOut: ReadonlyMap<number, LeftOut[]>;
};

export function toWireOrder(keys: PictureKeys, row: OrderRow, parts: OrderParts, userId: number): Order {
  return {
    id: row.id,
    key: row.key,
    is_pool: row.isPool,
    is_mine: row.userId === userId,
    owner_first_name: parts.firstNames.get(row.userId) ?? '',
    pool: parts.pools.get(row.id) ?? null,
    gift:
      row.isGift && row.userId === userId ? { email: row.giftEmail, message: row.giftMessage ?? '' } : null,
    coupon: toWireUsedCoupon(parts.coupons.get(row.couponId ?? 0)),
    status: row.state,
    total: row.totalCents,
    sub_total: row.subTotalCents,
    credit: row.creditCents,
    discount: row.discountCents,
    tax: row.taxCents,
    tax_name: row.taxName,
    refunded: row.refundedCents,
    items: parts.lines.flatMap((line) => {
      const found = parts.albums.get(line.albumId);
      if (!found || line.orderId !== row.id) return [];
      const photo = parts.photos.get(line.imageId ?? 0);
      // A photo that was moved to another album has no address in this one.
      const isShown = row.userId === userId && photo?.isVisible && photo.albumId === line.albumId;
      const item = { ...line, picture: isShown ? photo.image : null, found, viewerId: userId };
      return [{ ...toWireItem(keys, item), credit: line.creditCents, total: line.totalCents }];
    }),
    left_out: parts.leftOut.get(row.id) ?? [],
    created_at: toIso(row.createdAt),
    paid_at: toIsoOrNull(row.paidAt),
  };
}

export function toWireLeftOut(
  { albumId, imageId, reason }: Pick<LeftOutRow, 'albumId' | 'imageId' | 'reason'>,
  album: SoldAlbum | undefined,
): LeftOut[] {
  if (!album) return [];
  const title = imageId === null ? album.title : `A photo of ${album.title}`;
  return [{ album: albumId, event: album.eventId, image: imageId, title, reason }];
}
