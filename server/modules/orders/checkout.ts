import type { Tx } from '#server/context.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { deleteCartItems, findCart } from './cart.queries.ts';
import { isPayable, priceCart } from './cart.ts';
import { insertLeftOut, insertOrder } from './orders.ts';
import { lockBuyer } from './payment-attempts.ts';
import { agreeTerms, requireChargeable } from './prices.ts';
import type { CartLine } from './shop-items.ts';

/**
 * Turns what can be bought into an order and empties the cart, so a repeated call orders nothing twice. Albums that were
 * not viewed stay in the cart. Items that can no longer be sold leave it too, and the order names them.
 */
export async function checkOut(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  { userId }: Actor,
  { cartId, seenTotalCents }: { cartId: number; seenTotalCents: number | undefined },
): Promise<{ key: string }> {
  await lockBuyer(tx.db, userId);
  const cart = await findCart(tx.db, userId, { lock: true });
  if (cart?.id !== cartId) throw new AppError('not_found');
  const all = await priceCart(tx, { userId, cartId });
  const items = all.filter(isPayable);
  if (items.length === 0) throw whyNothing(all);
  const taxed = { buyerId: userId, isEstimate: false };
  const terms = requireChargeable(await agreeTerms(tx, { prices: items, taxed }));
  const { totalCents } = terms.totals;
  // A date may have passed since the cart was shown.
  if (seenTotalCents !== undefined && seenTotalCents < totalCents)
    throw new AppError('price_changed', { details: { amount: totalCents } });
  const now = tx.clock.now();
  const order = await insertOrder(tx.db, { userId, items, ...terms, isSingle: false, now });
  const leaving = all.filter(({ problem }) => problem !== 'not_viewed');
  const gone = leaving.filter((item) => !isPayable(item));
  await insertLeftOut(tx.db, { orderId: order.id, lines: gone, now });
  const leavingIds = leaving.map(({ id }) => id);
  await deleteCartItems(tx.db, leavingIds);
  return { key: order.key };
}

function whyNothing(items: CartLine[]): AppError {
  const albumsWith = (problem: CartLine['problem']) =>
    items.flatMap((item) => (item.problem === problem ? [item.albumId] : []));
  const [unviewed, owned] = [albumsWith('not_viewed'), albumsWith('owned')];
  if (items.length === 0) return new AppError('cart_empty');
  if (unviewed.length > 0) return new AppError('view_before_purchase', { details: { albums: unviewed } });
  if (owned.length > 0) return new AppError('already_owned', { details: { albums: owned } });
  return new AppError('not_for_sale');
}
