import { ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import { insertOrder } from '#server/modules/orders/order/orders.queries.ts';
import { agreeTerms } from '#server/modules/orders/order/prices.ts';
import { AppError } from '#server/platform/errors.ts';
import { emptyCart, findCart } from './cart.queries.ts';
import { priceCart, type ShopWorld } from './cart.ts';

/** The cart becomes an order at today's prices. The cart is locked: a second click finds it empty. */
export async function checkOut(world: ShopWorld, userId: number, cartId: number): Promise<{ key: string }> {
  const cart = await findCart(world.db, userId, { lock: true });
  if (cart?.id !== cartId) throw new AppError('not_found');
  const items = (await priceCart(world, userId, cart.id)).map((item) => item.price);
  if (items.length === 0) throw new AppError('cart_empty');
  const owned = await ownedAmong(world.db, userId, items);
  if (owned.length > 0) {
    throw new AppError('already_owned', { details: { albums: owned.map((item) => item.albumId) } });
  }
  const terms = await agreeTerms(world, items);
  const now = world.clock.now();
  const { key } = await insertOrder(world.db, { userId, items, ...terms, isSingle: false, now });
  await emptyCart(world.db, cart.id);
  return { key };
}
