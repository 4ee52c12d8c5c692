import type { Cart } from '#contract/entities/order.ts';
import type { LeftOutReason } from '#contract/rules/left-out.ts';
import type { Tx } from '#server/context.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { ownedAmong } from '#server/modules/orders/entitlements.ts';
import { agreeTerms, type PricedItem, priceItems } from '#server/modules/orders/order/prices.ts';
import { unviewedAmong } from '#server/modules/orders/order/view-rule.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { deleteCartItem, findCart } from './cart.queries.ts';
import { type CartLine, toWireCart } from './cart.wire.ts';
import { loadCartItems } from './cart-items.ts';

export { selectCartId } from './cart.queries.ts';
export { dropFromCart } from './cart-items.ts';

/** Returns null until the first item is added. */
export async function findOwnCart(
  tx: Pick<Tx, 'db' | 'log' | 'clock' | 'imageKeys'>,
  userId: number,
): Promise<Cart | null> {
  const cart = await findCart(tx.db, userId);
  if (!cart) return null;
  const items = await priceCart(tx, { userId, cartId: cart.id });
  const albumIds = items.map((item) => item.albumId);
  const albums = await albumsById(tx, albumIds, userId);
  const terms = await agreeTerms(tx, { prices: items.filter(isPayable) });
  return toWireCart(tx, { cartId: cart.id, userId, items, terms, albums });
}

export const isPayable = ({ problem }: Pick<CartLine, 'problem'>) => problem === null;

/** Includes items that cannot be sold any more, with the reason. */
export async function priceCart(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  { userId, cartId }: { userId: number; cartId: number },
): Promise<CartLine[]> {
  const items = await loadCartItems(tx.db, cartId);
  const albumIds = [...new Set(items.map((item) => item.albumId))];
  const albums = await findSoldAlbums(tx.db, albumIds);
  const sold = items.flatMap((item) => {
    const album = albums.get(item.albumId);
    return album ? [{ ...item, album }] : [];
  });
  const owned = new Set(await ownedAmong(tx.db, userId, sold));
  const unviewed = await unviewedAmong(tx, userId, albumIds);
  const lines = sold.map((item) => ({
    ...item,
    problem: findProblem({
      isForSale: item.isVisible && item.album.isForSale,
      isOwned: owned.has(item),
      isUnviewed: unviewed.has(item.albumId),
    }),
  }));
  // Photos that cannot be bought do not help to fill a bundle.
  const [payable, others] = [lines.filter(isPayable), lines.filter((line) => !isPayable(line))];
  const prices = [
    ...(await priceItems(tx, { userId, items: payable })),
    ...(await priceItems(tx, { userId, items: others })),
  ];
  const priced = new Map([...payable, ...others].map((line, position) => [line.id, prices[position]]));
  return lines.map(({ id, picture, problem }) => ({
    ...(priced.get(id) as PricedItem),
    id,
    picture,
    problem,
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
