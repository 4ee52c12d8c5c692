import type { Image } from '#contract/entities/album.ts';
import { imagesById } from '#server/modules/images/album-images.ts';
import type { Item } from '#server/modules/orders/entitlements.ts';
import type { Db } from '#server/platform/database.ts';
import { deleteCartItems, findCart, listCartItems } from './cart.queries.ts';

export type CartItem = Item & {
  id: number;
  /** Only a visible photo has a picture. */
  picture: Image | null;
  isVisible: boolean;
};

/** Leaves out photos that are in no album any more, and photos whose album is in the cart too. */
export async function loadCartItems(db: Db, cartId: number): Promise<CartItem[]> {
  const items = await loadAllItems(db, cartId);
  const albumIds = new Set(items.flatMap((item) => (item.imageId === null ? [item.albumId] : [])));
  return items.filter((item) => item.imageId === null || !albumIds.has(item.albumId));
}

async function loadAllItems(db: Db, cartId: number): Promise<CartItem[]> {
  const rows = await listCartItems(db, cartId);
  const photos = await imagesById(
    db,
    rows.flatMap((row) => row.imageId ?? []),
  );
  return rows.flatMap(({ id, albumId, imageId }): CartItem[] => {
    if (albumId !== null) return [{ id, albumId, imageId: null, picture: null, isVisible: true }];
    const photo = photos.get(imageId ?? 0);
    if (!photo) return [];
    const { isVisible, image } = photo;
    return [{ id, albumId: photo.albumId, imageId, picture: isVisible ? image : null, isVisible }];
  });
}

/** Removes what the customer now owns: albums with all their photos, and single photos. */
export async function dropFromCart(db: Db, userId: number, bought: readonly Item[]): Promise<void> {
  const cart = await findCart(db, userId);
  if (!cart) return;
  const isBought = (item: Item) =>
    bought.some(
      (one) => one.albumId === item.albumId && (one.imageId === null || one.imageId === item.imageId),
    );
  const items = await loadAllItems(db, cart.id);
  await deleteCartItems(
    db,
    items.filter(isBought).map(({ id }) => id),
  );
}
