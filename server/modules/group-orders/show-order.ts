import type { LeftOut, Order, Pool } from '#contract/entities/order.ts';
import type { Tx } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/find-people.ts';
import { type AlbumWithEvent, albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { type ImageInAlbum, imagesById } from '#server/modules/images/album-images.ts';
import { getVisibleOrder } from '#server/modules/orders/change-order.ts';
import { type CouponRow, couponsById, toWireUsedCoupon } from '#server/modules/orders/coupons.ts';
import {
  type LineRow,
  listLeftOut,
  listLines,
  listOpenOrders,
  listPaidOrders,
  type OrderRef,
  type OrderRow,
} from '#server/modules/orders/orders.ts';
import { toWireItem, toWireLeftOut, toWireTotals } from '#server/modules/orders/shop-items.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { ImageKeys } from '#server/platform/security/image-tokens.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { showPools } from './show-pools.ts';

type ShowTx = Pick<Tx, 'db' | 'clock' | 'imageKeys'>;

export async function getOrder(tx: ShowTx, actor: Actor, ref: OrderRef): Promise<Order> {
  const [order] = await showOrders(tx, actor.userId, [await getVisibleOrder(tx, actor, ref)]);
  if (!order) throw new AppError('not_found');
  return order;
}

export async function listMyOrders(tx: ShowTx, { userId }: Actor, scope: 'open' | 'paid'): Promise<Order[]> {
  const list = scope === 'paid' ? listPaidOrders : listOpenOrders;
  return showOrders(tx, userId, await list(tx.db, userId));
}

export async function showOrders(tx: ShowTx, userId: number, rows: OrderRow[]): Promise<Order[]> {
  const { db } = tx;
  const orderIds = rows.map((row) => row.id);
  const lines = await listLines(db, orderIds);
  const albumIds = lines.map((line) => line.albumId);
  const imageIds = lines.flatMap((line) => line.imageId ?? []);
  const couponIds = rows.flatMap((row) => row.couponId ?? []);
  const ownerIds = rows.map((row) => row.userId);
  const parts = {
    lines,
    albums: await albumsById(tx, albumIds, userId),
    photos: await imagesById(db, imageIds),
    coupons: await couponsById(db, couponIds),
    pools: await showPools(tx, userId, rows),
    firstNames: await firstNamesOf(db, ownerIds),
    leftOut: await showLeftOut(tx, rows),
  };
  return rows.map((row) => toWireOrder(tx, row, parts, userId));
}

async function showLeftOut({ db }: Pick<Tx, 'db'>, orders: OrderRow[]): Promise<Map<number, LeftOut[]>> {
  const orderIds = orders.map((order) => order.id);
  const rows = await listLeftOut(db, orderIds);
  if (rows.length === 0) return new Map();
  const albumIds = rows.map((row) => row.albumId);
  const albums = await findSoldAlbums(db, albumIds);
  const leftOutOf = (orderId: number) =>
    rows.flatMap((row) => (row.orderId === orderId ? toWireLeftOut(row, albums.get(row.albumId)) : []));
  return new Map(orderIds.map((orderId) => [orderId, leftOutOf(orderId)]));
}

type OrderParts = {
  lines: LineRow[];
  albums: ReadonlyMap<number, AlbumWithEvent>;
  photos: ReadonlyMap<number, ImageInAlbum>;
  coupons: ReadonlyMap<number, CouponRow>;
  pools: ReadonlyMap<number, Pool>;
  firstNames: ReadonlyMap<number, string>;
  /** The key is the id of the order. */
  leftOut: ReadonlyMap<number, LeftOut[]>;
};

function toWireOrder(keys: ImageKeys, row: OrderRow, parts: OrderParts, userId: number): Order {
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
    ...toWireTotals(row),
    tax_name: row.taxName,
    refunded: row.refundedCents,
    items: parts.lines.flatMap((line) => {
      const found = parts.albums.get(line.albumId);
      if (!found || line.orderId !== row.id) return [];
      const photo = parts.photos.get(line.imageId ?? 0);
      const isOwn = row.userId === userId;
      // A photo that was moved to another album has no address in this one.
      const isShown = isOwn && photo?.isVisible && photo.albumId === line.albumId;
      // The price of photos may name a child.
      const priceName = isOwn || line.imageId === null ? line.priceName : null;
      const item = { ...line, priceName, picture: isShown ? photo.image : null, found, viewerId: userId };
      return [{ ...toWireItem(keys, item), credit: line.creditCents, total: line.totalCents }];
    }),
    left_out: parts.leftOut.get(row.id) ?? [],
    created_at: toIso(row.createdAt),
    paid_at: toIsoOrNull(row.paidAt),
  };
}
