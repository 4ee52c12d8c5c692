import type { Tx } from '#server/context.ts';
import { ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import { insertOrder } from '#server/modules/orders/order/orders.queries.ts';
import { agreeTerms } from '#server/modules/orders/order/prices.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { emptyCart, findCart } from './cart.queries.ts';
import { priceCart } from './cart.ts';

/** Locks the cart, so that a second click finds it empty. */
export async function checkOut(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  { userId }: Actor,
  cartId: number,
): Promise<{ key: string }> {
  const cart = await findCart(tx.db, userId, { lock: true });
  if (cart?.id !== cartId) throw new AppError('not_found');
  const items = await priceCart(tx, { userId, cartId });
  if (items.length === 0) throw new AppError('cart_empty');
  const owned = await ownedAmong(tx.db, userId, items);
  if (owned.length > 0) {
    throw new AppError('already_owned', { details: { albums: owned.map((item) => item.albumId) } });
  }
  const terms = await agreeTerms(tx, { prices: items });
  const { key } = await insertOrder(tx.db, {
    userId,
    items,
    ...terms,
    isSingle: false,
    now: tx.clock.now(),
  });
  await emptyCart(tx.db, cart.id);
  return { key };
}
