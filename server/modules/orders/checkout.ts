import type { Tx } from '#server/context.ts';
import { isTaxedIn } from '#server/modules/tax/tax-port.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { deleteCartItems, findCart } from './cart.queries.ts';
import { isPayable, priceCart } from './cart.ts';
import type { Item } from './entitlements.ts';
import {
  insertLeftOut,
  insertOrder,
  listLines,
  lockUnpaidCartOrders,
  type OrderRow,
  setOrderState,
} from './orders.ts';
import { isBeingPaid, lockBuyer } from './payment-attempts.ts';
import { agreeTerms, requireChargeable, type Terms } from './prices.ts';
import type { CartLine } from './shop-items.ts';

/**
 * Places an order for what can be bought. Items stay in the cart until it is paid, so a repeated call, even from
 * another window, gets the same order. Items that can no longer be sold leave the cart, and the order names them.
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
  const order =
    (await reuseOrder(tx.db, { userId, items, terms })) ??
    (await insertOrder(tx.db, { userId, items, ...terms, isSingle: false, now }));
  const gone = all.filter(({ problem }) => problem !== null && problem !== 'not_viewed');
  await insertLeftOut(tx.db, { orderId: order.id, lines: gone, now });
  const goneIds = gone.map(({ id }) => id);
  await deleteCartItems(tx.db, goneIds);
  return { key: order.key };
}

/** An order cannot be paid for a photo that has moved to another album since. */
const isSame = (one: Item, other: Item) => one.albumId === other.albumId && one.imageId === other.imageId;

const payableOf = (sums: Pick<OrderRow, 'subTotalCents' | 'creditCents'>) =>
  sums.subTotalCents - sums.creditCents;

/**
 * Finds the unpaid order that this cart became before, unless the cart costs less by now. An older order with nothing but
 * items of this cart is canceled, because the new one takes its place; a gift or an order that is being paid is not.
 */
async function reuseOrder(
  db: Db,
  { userId, items, terms }: { userId: number; items: Item[]; terms: Terms },
): Promise<OrderRow | undefined> {
  const orders = await lockUnpaidCartOrders(db, userId);
  const orderIds = orders.map(({ id }) => id);
  const lines = await listLines(db, orderIds);
  for (const order of orders) {
    const ordered = lines.filter(({ orderId }) => orderId === order.id);
    if (!ordered.every((line) => items.some((item) => isSame(line, item)))) continue;
    const isPaying = await isBeingPaid(db, order.id);
    const isKept = order.isGift || isPaying;
    if (ordered.length === items.length && (isKept || isStillGood(order, terms))) return order;
    if (!isKept) await setOrderState(db, order.id, 'cancelled');
  }
  return undefined;
}

const isStillGood = (order: OrderRow, { totals, tax }: Terms) =>
  payableOf(order) <= payableOf(totals) && isTaxedIn(order, tax);

function whyNothing(items: CartLine[]): AppError {
  const albumsWith = (problem: CartLine['problem']) =>
    items.flatMap((item) => (item.problem === problem ? [item.albumId] : []));
  const [unviewed, owned] = [albumsWith('not_viewed'), albumsWith('owned')];
  if (items.length === 0) return new AppError('cart_empty');
  if (unviewed.length > 0) return new AppError('view_before_purchase', { details: { albums: unviewed } });
  if (owned.length > 0) return new AppError('already_owned', { details: { albums: owned } });
  return new AppError('not_for_sale');
}
