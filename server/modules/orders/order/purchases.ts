import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { listOwned, listOwnedImages, selectOwned } from '#server/modules/orders/entitlements.ts';
import { hasTriedToPay, listCardPayers } from '#server/modules/orders/payments/attempts.queries.ts';
import type { Db } from '#server/platform/database.ts';

/** Only active entitlements count: a disputed payment opens nothing. */
export const purchases: Purchases = {
  async standingsOf(db, userId, albumIds) {
    const rows = await listOwned(db, userId, albumIds);
    return new Map(
      rows.map((row) => [row.albumId, { owned: row.isOwned, boughtImages: row.boughtImages }] as const),
    );
  },
  cardPayersAmong: async (db, userIds) => new Set(await listCardPayers(db, userIds)),
  boughtItems: selectOwned,
  async ownedImagesOf(db, userId) {
    const rows = await listOwnedImages(db, userId);
    return rows.flatMap(({ id, albumId, imageId }) =>
      imageId === null ? [] : [{ id, album: albumId, image: imageId }],
    );
  },
};

/** Returns all that a customer owns now: whole albums, and photos bought one by one; and what they have not taken yet. */
export async function findOwnedItems(db: Db, userId: number) {
  const rows = await selectOwned(db).where('userId', '=', userId).execute();
  const untaken = rows.filter(({ takenAt }) => takenAt === null);
  return {
    isUntaken: ({ albumId, imageId }: { albumId: number; imageId: number }) =>
      untaken.some((item) => item.imageId === imageId || (item.imageId === null && item.albumId === albumId)),
    albums: new Set(rows.flatMap(({ albumId, imageId }) => (imageId === null ? [albumId] : []))),
    images: new Set(rows.flatMap(({ imageId }) => imageId ?? [])),
  };
}

export async function hasBought(db: Db, userId: number): Promise<boolean> {
  if (await hasTriedToPay(db, userId)) return true;
  return (await selectOwned(db).where('userId', '=', userId).limit(1).executeTakeFirst()) !== undefined;
}
