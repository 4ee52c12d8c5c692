import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';

export type Item = { albumId: number; imageId: number | null };

export function listOwned(db: Db, userId: number, albumIds: number[]) {
  return db
    .selectFrom('entitlements')
    .select(['albumId'])
    .select([
      sql<boolean>`bool_or(image_id is null)`.as('isOwned'),
      sql<number>`count(image_id)`.as('boughtImages'),
    ])
    .where('userId', '=', userId)
    .where('state', '=', 'active')
    .where('albumId', '=', anyOf(albumIds))
    .groupBy('albumId')
    .execute();
}

export function listOwnedImages(db: Db, userId: number) {
  return db
    .selectFrom('entitlements')
    .select(['id', 'albumId', 'imageId'])
    .where('userId', '=', userId)
    .where('imageId', 'is not', null)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute();
}

/** Of the items, those the customer has: an image also by its album. Suspended ones are not sold again. */
export async function ownedAmong(db: Db, userId: number, items: Item[]): Promise<Item[]> {
  const held = await db
    .selectFrom('entitlements')
    .select(['albumId', 'imageId'])
    .where('userId', '=', userId)
    .where('albumId', '=', anyOf(items.map((item) => item.albumId)))
    .where('state', '<>', 'ended')
    .execute();
  return items.filter((item) =>
    held.some(
      (one) => one.albumId === item.albumId && (one.imageId === null || one.imageId === item.imageId),
    ),
  );
}

/** What was paid for single images of each album, less its tax, and is not given back or about to be. */
export async function creditsOf(db: Db, userId: number, albumIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .select('entitlements.albumId')
    .select(
      sql<number>`sum(greatest(0, order_lines.total_cents - order_lines.tax_cents - order_lines.refunded_cents))`.as(
        'creditCents',
      ),
    )
    .where('entitlements.userId', '=', userId)
    .where('entitlements.imageId', 'is not', null)
    .where('entitlements.state', '=', 'active')
    .where('entitlements.albumId', '=', anyOf(albumIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refundLines')
            .select('refundLines.refundId')
            .whereRef('refundLines.orderLineId', '=', 'orderLines.id')
            .where('refundLines.isLive', '=', true),
        ),
      ),
    )
    .groupBy('entitlements.albumId')
    .execute();
  return new Map(rows.map((row) => [row.albumId, row.creditCents]));
}

/** Nothing is granted twice, whoever asks how often. */
export async function grant(
  db: Db,
  entitlement: Item & { userId: number; orderLineId: number },
): Promise<void> {
  await db
    .insertInto('entitlements')
    .values(entitlement)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether photos of the albums were credited to an album that the customer still has. */
export async function creditUsedOn(db: Db, userId: number, albumIds: number[]): Promise<boolean> {
  const used = await db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .select('entitlements.id')
    .where('entitlements.userId', '=', userId)
    .where('entitlements.imageId', 'is', null)
    .where('entitlements.state', '<>', 'ended')
    .where('orderLines.creditCents', '>', 0)
    .where('entitlements.albumId', '=', anyOf(albumIds))
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}
