import type { Tx } from '#server/context.ts';
import { insertLeftOut } from '#server/modules/orders/order/left-out.queries.ts';
import { agreeTerms, requireChargeable } from '#server/modules/orders/order/prices.ts';
import { insertOrder } from '#server/modules/orders/orders.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { deleteCartItems, findCart } from './cart.queries.ts';
import { isPayable, priceCart } from './cart.ts';
import type { CartLine } from './cart.wire.ts';

/**
 * Locks the cart, so that a second click finds it empty. Albums that were not viewed stay in the cart; what cannot be
 * sold any more is left out of the order, and the answer names it.
 */
export async function checkOut(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  { userId }: Actor,
  { cartId, seenTotalCents }: { cartId: number; seenTotalCents: number | undefined },
): Promise<{ key: string }> {
  const cart = await findCart(tx.db, userId, { lock: true });
  if (cart?.id !== cartId) throw new AppError('not_found');
  const all = await priceCart(tx, { userId, cartId });
  const items = all.filter(isPayable);
  if (items.length === 0) throw whyNothing(all);
  const terms = requireChargeable(await agreeTerms(tx, { prices: items }));
  const { totalCents } = terms.totals;
  // A date may have passed since the cart was shown.
  if (seenTotalCents !== undefined && seenTotalCents < totalCents)
    throw new AppError('price_changed', { details: { amount: totalCents } });
  const now = tx.clock.now();
  const order = await insertOrder(tx.db, { userId, items, ...terms, isSingle: false, now });
  const gone = all.filter(({ problem }) => problem !== null && problem !== 'not_viewed');
  await insertLeftOut(tx.db, { orderId: order.id, lines: gone, now });
  await deleteCartItems(
    tx.db,
    [...items, ...gone].map(({ id }) => id),
  );
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
