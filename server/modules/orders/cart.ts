import type { Image } from '#contract/entities/album.ts';
import type { Cart } from '#contract/entities/order.ts';
import { type LeftOutReason, MAX_CART_ITEMS } from '#contract/rules/orders.ts';
import type { Tx } from '#server/context.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { imagesById } from '#server/modules/images/album-images.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import {
  deleteCartItem,
  deleteCartItems,
  findCart,
  insertCartAlbum,
  insertCartPhotos,
  listCartItems,
  openCart,
} from './cart.queries.ts';
import { type Item, isSameItem, ownedAmong } from './entitlements.ts';
import { requireViewed, unviewedAmong } from './items.ts';
import { agreeTerms, type PricedItem, priceItems } from './prices.ts';
import { type CartLine, toWireCart } from './shop-items.ts';

export { cartItemsToJoin, selectCartId, unpaidItemsToJoin } from './cart.queries.ts';

/** Returns null until the first item is added. */
export async function findOwnCart(
  tx: Pick<Tx, 'db' | 'log' | 'clock' | 'imageKeys'>,
  userId: number,
  { isEstimate = true } = {},
): Promise<Cart | null> {
  const cart = await findCart(tx.db, userId);
  if (!cart) return null;
  const items = await priceCart(tx, { userId, cartId: cart.id });
  const albumIds = items.map((item) => item.albumId);
  const albums = await albumsById(tx, albumIds, userId);
  const terms = await agreeTerms(tx, {
    prices: items.filter(isPayable),
    taxed: { buyerId: userId, isEstimate },
  });
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
  const problemOf = (item: (typeof sold)[number]): LeftOutReason | null => {
    if (owned.has(item)) return 'owned';
    if (!item.isVisible || !item.album.isForSale) return 'not_for_sale';
    return unviewed.has(item.albumId) ? 'not_viewed' : null;
  };
  const lines = sold.map((item) => ({ ...item, problem: problemOf(item) }));
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

export async function removeFromCart(tx: Pick<Tx, 'db'>, { userId }: Actor, itemId: number): Promise<void> {
  if (!(await deleteCartItem(tx.db, userId, itemId))) throw new AppError('not_found');
}

export async function getCart(
  tx: Pick<Tx, 'db' | 'log' | 'clock' | 'imageKeys'>,
  { userId }: Actor,
  options: { isEstimate?: boolean } = {},
): Promise<Cart> {
  const cart = await findOwnCart(tx, userId, options);
  if (!cart) throw new AppError('not_found');
  return cart;
}

export type CartItem = Item & {
  id: number;
  /** Only a visible photo has a picture. */
  picture: Image | null;
  isVisible: boolean;
};

/** Leaves out photos without an album, and photos whose album is in the cart too. */
async function loadCartItems(db: Db, cartId: number): Promise<CartItem[]> {
  const items = await loadAllItems(db, cartId);
  const albumIds = new Set(items.flatMap((item) => (item.imageId === null ? [item.albumId] : [])));
  return items.filter((item) => item.imageId === null || !albumIds.has(item.albumId));
}

async function loadAllItems(db: Db, cartId: number): Promise<CartItem[]> {
  const rows = await listCartItems(db, cartId);
  const imageIds = rows.flatMap((row) => row.imageId ?? []);
  const photos = await imagesById(db, imageIds);
  return rows.flatMap(({ id, albumId, imageId }): CartItem[] => {
    if (albumId !== null) return [{ id, albumId, imageId: null, picture: null, isVisible: true }];
    const photo = photos.get(imageId ?? 0);
    if (!photo) return [];
    const { isVisible, image } = photo;
    return [{ id, albumId: photo.albumId, imageId, picture: isVisible ? image : null, isVisible }];
  });
}

/** Removes what the customer now owns: albums with all their photos, and single photos. */
export async function dropOwned(db: Db, userId: number, owned: readonly Item[]): Promise<void> {
  const cart = await findCart(db, userId);
  if (!cart) return;
  const isOwned = (item: Item) =>
    owned.some((one) => isSameItem(one, item) || (one.imageId === null && one.albumId === item.albumId));
  const dropped = (await loadAllItems(db, cart.id)).filter(isOwned);
  const itemIds = dropped.map(({ id }) => id);
  await deleteCartItems(db, itemIds);
}

/** Puts the items of an unpaid order back. What is owned, in the cart, or no longer for sale is passed over. */
export async function putBackIntoCart({ db }: Pick<Tx, 'db'>, userId: number, ordered: readonly Item[]) {
  const cart = await openCart(db, userId);
  const rows = await listCartItems(db, cart.id);
  const sold = await findSoldAlbums(db, [...new Set(ordered.map(({ albumId }) => albumId))]);
  const owned = new Set(await ownedAmong(db, userId, [...ordered]));
  const wanted = ordered.filter((item) => sold.get(item.albumId)?.isForSale && !owned.has(item));
  const albums = wanted.filter(
    ({ albumId, imageId }) => imageId === null && !rows.some((row) => row.albumId === albumId),
  );
  const photos = wanted.flatMap(({ imageId }) =>
    imageId !== null && !rows.some((row) => row.imageId === imageId) ? [imageId] : [],
  );
  requireRoom(rows.length + albums.length + photos.length);
  for (const { albumId } of albums) await insertCartAlbum(db, cart.id, albumId);
  if (photos.length > 0) await insertCartPhotos(db, cart.id, photos);
}

/** Photos of the album leave the cart, because the album contains them. */
export async function addAlbumToCart(tx: Pick<Tx, 'db' | 'log'>, { userId }: Actor, albumId: number) {
  const { db } = tx;
  const album = (await findSoldAlbums(db, [albumId])).get(albumId);
  if (!album?.isPublished) throw new AppError('not_found');
  if (!album.isForSale) throw new AppError('not_for_sale');
  const cart = await openCart(db, userId);
  if ((await ownedAmong(db, userId, [{ albumId, imageId: null }])).length > 0)
    throw new AppError('already_owned');
  await requireViewed(tx, userId, [albumId]);
  const rows = await listCartItems(db, cart.id);
  if (rows.some((row) => row.albumId === albumId)) throw new AppError('already_in_cart');
  const photos = (await loadCartItems(db, cart.id)).filter((item) => item.albumId === albumId);
  requireRoom(rows.length - photos.length + 1);
  const photoItemIds = photos.map(({ id }) => id);
  await deleteCartItems(db, photoItemIds);
  await insertCartAlbum(db, cart.id, albumId);
}

type Photo = { imageId: number; albumId: number };

/** Adds those of the photos that are new. If none is, the error says why the first one is not. */
export async function addPhotosToCart(
  tx: Pick<Tx, 'db' | 'log'>,
  { userId }: Actor,
  imageIds: readonly number[],
): Promise<void> {
  const { db } = tx;
  const photos = await findSoldPhotos(tx, userId, imageIds);
  const cart = await openCart(db, userId);
  const owned = new Set((await ownedAmong(db, userId, photos)).map((photo) => photo.imageId));
  const items = await loadCartItems(db, cart.id);
  const problems = photos.map((photo) =>
    owned.has(photo.imageId) ? 'already_owned' : problemInCart(items, photo),
  );
  const added = photos.filter((_, position) => !problems[position]);
  if (added.length === 0) throw new AppError(problems[0] ?? 'not_found');
  // Photos that are hidden for now are counted as well, because they come back.
  requireRoom((await listCartItems(db, cart.id)).length + added.length);
  const addedIds = added.map(({ imageId }) => imageId);
  await insertCartPhotos(db, cart.id, addedIds);
}

async function findSoldPhotos(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  imageIds: readonly number[],
): Promise<Photo[]> {
  const wanted = [...new Set(imageIds)];
  const found = await imagesById(tx.db, wanted);
  const albumIds = [...found.values()].map(({ albumId }) => albumId);
  const albums = await findSoldAlbums(tx.db, albumIds);
  const photos = wanted.flatMap((imageId) => {
    const photo = found.get(imageId);
    return photo?.isVisible && albums.get(photo.albumId)?.isPublished
      ? [{ imageId, albumId: photo.albumId }]
      : [];
  });
  if (photos.length === 0) throw new AppError('not_found');
  const sold = photos.filter(({ albumId }) => albums.get(albumId)?.isForSale);
  if (sold.length === 0) throw new AppError('not_for_sale');
  await requireViewed(tx, userId, [...new Set(sold.map(({ albumId }) => albumId))]);
  return sold;
}

function problemInCart(items: readonly CartItem[], photo: Photo) {
  if (items.some((item) => item.imageId === photo.imageId)) return 'already_in_cart';
  const hasAlbum = items.some((item) => item.imageId === null && item.albumId === photo.albumId);
  return hasAlbum ? 'album_in_cart' : undefined;
}

function requireRoom(items: number): void {
  if (items > MAX_CART_ITEMS) throw new AppError('cart_full');
}
