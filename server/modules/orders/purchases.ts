import { sql } from 'kysely';
import type { EntitlementState } from '#contract/rules/order-states.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { listOwned, listOwnedImages, selectOwned } from './entitlements.ts';
import { hasTriedToPay, listCardPayers } from './payment-attempts.ts';

/** Only active entitlements count: a disputed payment opens nothing. */
export const purchases: Purchases = {
  async ownershipsOf(db, userId, albumIds) {
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

const listOwnedItems = prepareStatement((db, { userId }: { userId: number }) =>
  selectOwned(db).where('userId', '=', userId),
);

/** Returns all that a customer owns now: whole albums, and photos bought one by one; and what they have not taken yet. */
export async function findOwnedItems(db: Db, userId: number) {
  const rows = await listOwnedItems(db, { userId });
  const [wholes, singles] = [rows.filter(isWhole), rows.filter((row) => !isWhole(row))];
  const untaken = rows.filter(({ takenAt }) => takenAt === null);
  return {
    isUntaken: ({ albumId, imageId }: { albumId: number; imageId: number }) =>
      untaken.some((item) => item.imageId === imageId || (isWhole(item) && item.albumId === albumId)),
    albums: new Set(wholes.map(({ albumId }) => albumId)),
    images: new Set(singles.flatMap(({ imageId }) => imageId ?? [])),
    albumsOfImages: new Set(singles.map(({ albumId }) => albumId)),
  };
}

const isWhole = ({ imageId }: { imageId: number | null }) => imageId === null;

export async function hasBought(db: Db, userId: number): Promise<boolean> {
  if (await hasTriedToPay(db, userId)) return true;
  return (await selectOwned(db).where('userId', '=', userId).limit(1).executeTakeFirst()) !== undefined;
}

function entitlementsWithOrders(db: Db) {
  return (
    db
      .selectFrom('entitlements')
      .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
      .innerJoin('orders', 'orders.id', 'orderLines.orderId')
      .select(['entitlements.id', 'entitlements.userId', 'entitlements.albumId', 'entitlements.imageId'])
      .select(['entitlements.orderLineId', 'entitlements.downloadsUsed', 'entitlements.takenAt'])
      .select(['entitlements.state', 'entitlements.createdAt'])
      // The recipient of a gift has no part in its order.
      .select(sql<string | null>`case when orders.is_gift then null else orders.key end`.as('orderKey'))
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('entitlementSwaps')
            .select('entitlementSwaps.id')
            .whereRef('entitlementSwaps.entitlementId', '=', 'entitlements.id')
            .where('entitlementSwaps.isByCustomer', '=', true),
        ).as('isSwapped'),
      )
      .$narrowType<{ state: EntitlementState }>()
  );
}

/** Suspended rights are listed but open nothing. */
export type DownloadRight = Awaited<ReturnType<typeof listDownloadRights>>[number];

export function listDownloadRights(db: Db, userId: number) {
  return entitlementsWithOrders(db)
    .where('entitlements.userId', '=', userId)
    .where('entitlements.state', '<>', 'ended')
    .orderBy('entitlements.id', 'desc')
    .execute();
}

export function findDownloadRight(db: Db, entitlementId: number) {
  return entitlementsWithOrders(db)
    .where('entitlements.id', '=', entitlementId)
    .where('entitlements.state', '<>', 'ended')
    .executeTakeFirst();
}

/** Makes concurrent downloads and swaps of the same purchase wait. Returns undefined if the right is not active. */
export function lockActiveRight(db: Db, entitlementId: number) {
  return db
    .selectFrom('entitlements')
    .select(['id', 'albumId', 'downloadsUsed', 'uncountedBytes'])
    .where('id', '=', entitlementId)
    .where('state', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** What was charged for leaves now, so the album is taken. */
export async function chargeRight(
  db: Db,
  entitlementId: number,
  { downloadsUsed, uncountedBytes, now }: { downloadsUsed: number; uncountedBytes: number; now: Date },
): Promise<void> {
  await db
    .updateTable('entitlements')
    .set({ downloadsUsed, uncountedBytes, takenAt: sql`coalesce(taken_at, ${now})` })
    .where('id', '=', entitlementId)
    .execute();
}

export type LockedRight = Awaited<ReturnType<typeof lockDownloadRights>>[number];

export function lockDownloadRights(db: Db, userId: number, entitlementIds: readonly number[]) {
  return db
    .selectFrom('entitlements')
    .select(['id', 'userId', 'albumId', 'downloadsUsed'])
    .where('id', '=', anyOf(entitlementIds))
    .where('userId', '=', userId)
    .where('imageId', 'is', null)
    .where('state', '<>', 'ended')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function giveDownloadsBack(db: Db, entitlementIds: number[]): Promise<void> {
  await db
    .updateTable('entitlements')
    .set({ downloadsUsed: 0, uncountedBytes: 0 })
    .where('id', '=', anyOf(entitlementIds))
    .execute();
}
