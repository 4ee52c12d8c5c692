import type { Cart } from '#contract/entities/order.ts';
import type { LeftOutReason } from '#contract/rules/left-out.ts';
import { orderTotals } from '#contract/rules/order-totals.ts';
import type { Tx } from '#server/context.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import { type PricedItem, priceItems } from '#server/modules/orders/order/prices.ts';
import { requireViewed, unviewedAmong } from '#server/modules/orders/order/view-rule.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { deleteCartItem, findCart, insertCartItem, listCartItems, openCart } from './cart.queries.ts';
import { type CartLine, toWireCart } from './cart.wire.ts';

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
  const totals = orderTotals(items.filter(isPayable), undefined);
  return toWireCart(cart.id, { items, totals, albums });
}

export const isPayable = ({ problem }: Pick<CartLine, 'problem'>) => problem === null;

/** Includes items that cannot be sold any more, with the reason. */
export async function priceCart(
  tx: Pick<Tx, 'db' | 'log'>,
  { userId, cartId }: { userId: number; cartId: number },
): Promise<CartLine[]> {
  const items = await listCartItems(tx.db, cartId);
  const albums = await findSoldAlbums(
    tx.db,
    items.map((item) => item.albumId),
  );
  const sold = items.flatMap(({ id, albumId }) => {
    const album = albums.get(albumId);
    return album ? [{ id, albumId, imageId: null, album }] : [];
  });
  const owned = new Set((await ownedAmong(tx.db, userId, sold)).map(({ albumId }) => albumId));
  const unviewed = await unviewedAmong(
    tx,
    userId,
    sold.map(({ albumId }) => albumId),
  );
  const prices = await priceItems(tx, { userId, items: sold });
  return sold.map(({ id, albumId, album }, position) => ({
    ...(prices[position] as PricedItem),
    id,
    problem: findProblem({
      isForSale: album.isForSale,
      isOwned: owned.has(albumId),
      isUnviewed: unviewed.has(albumId),
    }),
  }));
}

function findProblem(item: {
  isForSale: boolean;
  isOwned: boolean;
  isUnviewed: boolean;
}): LeftOutReason | null {
  if (item.isOwned) return 'owned';
  if (!item.isForSale) return 'not_for_sale';
  return item.isUnviewed ? 'not_viewed' : null;
}

export async function addToCart(
  tx: Pick<Tx, 'db' | 'log'>,
  { userId }: Actor,
  albumId: number,
): Promise<void> {
  const album = (await findSoldAlbums(tx.db, [albumId])).get(albumId);
  if (!album?.isPublished) throw new AppError('not_found');
  if (!album.isForSale) throw new AppError('not_for_sale');
  const cart = await openCart(tx.db, userId);
  const owned = await ownedAmong(tx.db, userId, [{ albumId, imageId: null }]);
  if (owned.length > 0) throw new AppError('already_owned');
  await requireViewed(tx, userId, [albumId]);
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
