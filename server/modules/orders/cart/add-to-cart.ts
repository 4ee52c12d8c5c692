import { MOST_CART_ITEMS } from '#contract/rules/order-limits.ts';
import type { Tx } from '#server/context.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { imagesById } from '#server/modules/images/album-images.ts';
import { ownedAmong } from '#server/modules/orders/entitlements.ts';
import { requireViewed } from '#server/modules/orders/order/view-rule.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  deleteCartItems,
  insertCartAlbum,
  insertCartPhotos,
  listCartItems,
  openCart,
} from './cart.queries.ts';
import { type CartItem, loadCartItems } from './cart-items.ts';

/** Photos of the album leave the cart, because the album contains them. */
export async function addAlbumToCart(
  tx: Pick<Tx, 'db' | 'log'>,
  { userId }: Actor,
  albumId: number,
): Promise<void> {
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
  await deleteCartItems(
    db,
    photos.map(({ id }) => id),
  );
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
  await insertCartPhotos(
    db,
    cart.id,
    added.map(({ imageId }) => imageId),
  );
}

async function findSoldPhotos(
  tx: Pick<Tx, 'db' | 'log'>,
  userId: number,
  imageIds: readonly number[],
): Promise<Photo[]> {
  const wanted = [...new Set(imageIds)];
  const found = await imagesById(tx.db, wanted);
  const albums = await findSoldAlbums(
    tx.db,
    [...found.values()].map(({ albumId }) => albumId),
  );
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
  if (items > MOST_CART_ITEMS) throw new AppError('cart_full');
}
