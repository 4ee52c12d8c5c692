import { sql } from 'kysely';
import { visiblePhotosToJoin } from '#server/modules/images/album-images.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

/** A subquery of the id, if the person has a cart. */
export function selectCartId(db: Db, userId: number) {
  return db.selectFrom('carts').select('id').where('userId', '=', userId);
}

export function findCart(db: Db, userId: number, options: { lock?: boolean } = {}) {
  return selectCartId(db, userId)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The conflict update locks an existing cart until the transaction ends. */
export async function openCart(db: Db, userId: number): Promise<{ id: number }> {
  return db
    .insertInto('carts')
    .values({ userId })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** An item is an album or a photo. */
export function listCartItems(db: Db, cartId: number) {
  return db
    .selectFrom('cartItems')
    .select(['id', 'albumId', 'imageId'])
    .where('cartId', '=', cartId)
    .orderBy('id')
    .execute();
}

export async function insertCartAlbum(db: Db, cartId: number, albumId: number): Promise<void> {
  await db.insertInto('cartItems').values({ cartId, albumId }).execute();
}

export async function insertCartPhotos(db: Db, cartId: number, imageIds: number[]): Promise<void> {
  await db
    .insertInto('cartItems')
    .values(imageIds.map((imageId) => ({ cartId, imageId })))
    .execute();
}

export async function deleteCartItem(db: Db, userId: number, itemId: number): Promise<boolean> {
  const item = await db
    .deleteFrom('cartItems')
    .where('id', '=', itemId)
    .where('cartId', 'in', (eb) => eb.selectFrom('carts').select('id').where('userId', '=', userId))
    .returning('id')
    .executeTakeFirst();
  return item !== undefined;
}

export async function deleteCartItems(db: Db, itemIds: number[]): Promise<void> {
  await db.deleteFrom('cartItems').where('id', '=', anyOf(itemIds)).execute();
}

/** A subquery for modules that join what is in carts to their own tables; hidden photos are left out. */
export function cartItemsToJoin(db: Db) {
  return db
    .selectFrom('cartItems')
    .innerJoin('carts', 'carts.id', 'cartItems.cartId')
    .leftJoin(visiblePhotosToJoin(db).as('photo'), 'photo.id', 'cartItems.imageId')
    .select(['carts.userId', sql<number>`coalesce(cart_items.album_id, photo.album_id)`.as('albumId')])
    .select(['cartItems.createdAt', 'cartItems.imageId'])
    .where(sql<boolean>`coalesce(cart_items.album_id, photo.album_id) is not null`);
}

/** The same for unpaid orders from carts, which the cart offers. */
export function unpaidItemsToJoin(db: Db) {
  return db
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .leftJoin(visiblePhotosToJoin(db).as('photo'), 'photo.id', 'orderLines.imageId')
    .select(['orders.userId', 'orderLines.albumId', 'orders.createdAt', 'orderLines.imageId'])
    .where('orders.state', '=', 'open')
    .where('orders.isPool', '=', false)
    .where('orders.singleAlbumId', 'is', null)
    .where('orders.singleImageId', 'is', null)
    .where('orders.singlePhotos', 'is', null)
    .where((eb) => eb.or([eb('orderLines.imageId', 'is', null), eb('photo.id', 'is not', null)]));
}
