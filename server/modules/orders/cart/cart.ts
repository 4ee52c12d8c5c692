import type { Cart } from '#contract/entities/order.ts';
import { orderTotals } from '#contract/rules/order-totals.ts';
import { albumsById, type CatalogueWorld, findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import { priceItems } from '#server/modules/orders/order/prices.ts';
import type { SettingsWorld } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import { deleteCartItem, findCart, insertCartItem, listCartItems, openCart } from './cart.queries.ts';

export type ShopWorld = CatalogueWorld & SettingsWorld;

/** Null until something was put into it. An album that was unpublished since is left out; tax comes with the order. */
export async function getCart(world: ShopWorld, userId: number): Promise<Cart | null> {
  const cart = await findCart(world.db, userId);
  if (!cart) return null;
  const contents = await priceCart(world, userId, cart.id);
  const totals = orderTotals(
    contents.map((item) => item.price),
    undefined,
  );
  return {
    id: cart.id,
    total: totals.totalCents,
    sub_total: totals.subTotalCents,
    credit: totals.creditCents,
    items: contents.map(({ id, price, album, event }) => ({
      id,
      price: price.priceCents,
      album: { ...album, events: [event] },
    })),
  };
}

export async function priceCart(world: ShopWorld, userId: number, cartId: number) {
  const items = await listCartItems(world.db, cartId);
  const albums = await albumsById(
    world,
    items.map((item) => item.albumId),
    userId,
  );
  const open = items.flatMap((item) => {
    const found = albums.get(item.albumId);
    return found?.isPublished ? [{ id: item.id, albumId: item.albumId, imageId: null, ...found }] : [];
  });
  const prices = await priceItems(world, userId, open);
  return open.flatMap((item, position) => {
    const price = prices[position];
    return price ? [{ ...item, price }] : [];
  });
}

export async function addToCart(world: ShopWorld, userId: number, albumId: number): Promise<Cart> {
  const album = await findAlbumFacts(world.db, albumId);
  if (!album?.isPublished) throw new AppError('not_found');
  const cart = await openCart(world.db, userId);
  const owned = await ownedAmong(world.db, userId, [{ albumId, imageId: null }]);
  if (owned.length > 0) throw new AppError('already_owned');
  if (!(await insertCartItem(world.db, cart.id, albumId))) throw new AppError('already_in_cart');
  return getOwnCart(world, userId);
}

export async function removeFromCart(world: ShopWorld, userId: number, itemId: number): Promise<Cart> {
  if (!(await deleteCartItem(world.db, userId, itemId))) throw new AppError('not_found');
  return getOwnCart(world, userId);
}

async function getOwnCart(world: ShopWorld, userId: number): Promise<Cart> {
  const cart = await getCart(world, userId);
  if (!cart) throw new AppError('not_found');
  return cart;
}
