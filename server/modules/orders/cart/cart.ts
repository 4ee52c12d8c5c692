import type { Cart } from '#contract/entities/order.ts';
import { orderTotals } from '#contract/rules/order-totals.ts';
import type { Tx } from '#server/context.ts';
import { albumsById, findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import { type PricedItem, priceItems } from '#server/modules/orders/order/prices.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { deleteCartItem, findCart, insertCartItem, listCartItems, openCart } from './cart.queries.ts';
import { toWireCart } from './cart.wire.ts';

export { dropFromCart } from './cart.queries.ts';

/** Returns null until the first album is added. Tax is added with the order. */
export async function findOwnCart(
  tx: Pick<Tx, 'db' | 'log' | 'clock' | 'imageKeys'>,
  userId: number,
): Promise<Cart | null> {
  const cart = await findCart(tx.db, userId);
  if (!cart) return null;
  const items = await priceCart(tx, { userId, cartId: cart.id });
  const albumIds = items.map((item) => item.albumId);
  const albums = await albumsById(tx, albumIds, userId);
  return toWireCart(cart.id, { items, totals: orderTotals(items, undefined), albums });
}

/** Leaves out albums that have been unpublished since they were added. */
export async function priceCart(
  tx: Pick<Tx, 'db' | 'log'>,
  { userId, cartId }: { userId: number; cartId: number },
): Promise<(PricedItem & { id: number })[]> {
  const items = await listCartItems(tx.db, cartId);
  const albums = await findSoldAlbums(
    tx.db,
    items.map((item) => item.albumId),
  );
  const sold = items.flatMap(({ id, albumId }) => {
    const album = albums.get(albumId);
    return album?.isPublished ? [{ id, albumId, imageId: null, album }] : [];
  });
  const prices = await priceItems(tx, { userId, items: sold });
  return prices.map((price, position) => ({ ...price, id: sold[position]?.id ?? 0 }));
}

export async function addToCart(tx: Pick<Tx, 'db'>, { userId }: Actor, albumId: number): Promise<void> {
  const album = await findAlbumFacts(tx.db, albumId);
  if (!album?.isPublished) throw new AppError('not_found');
  const cart = await openCart(tx.db, userId);
  const owned = await ownedAmong(tx.db, userId, [{ albumId, imageId: null }]);
  if (owned.length > 0) throw new AppError('already_owned');
  if (!(await insertCartItem(tx.db, cart.id, albumId))) throw new AppError('already_in_cart');
}

export async function removeFromCart(tx: Pick<Tx, 'db'>, { userId }: Actor, itemId: number): Promise<void> {
  if (!(await deleteCartItem(tx.db, userId, itemId))) throw new AppError('not_found');
}

export async function getCart(
  tx: Pick<Tx, 'db' | 'log' | 'clock' | 'imageKeys'>,
  { userId }: Actor,
): Promise<Cart> {
  const cart = await findOwnCart(tx, userId);
  if (!cart) throw new AppError('not_found');
  return cart;
}
