import { randomBytes } from 'node:crypto';
import type { TestAlbum } from './catalogue-factories.ts';
import type { TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

const PRICE_CENTS = 1995;

/** Writes what a paid order leaves: the customer owns the album or one image of it. */
export async function buildEntitlement(
  { context: { db } }: TestApp,
  { id: userId }: Pick<TestUser, 'id'>,
  { id: albumId }: Pick<TestAlbum, 'id'>,
  { imageId = null, downloadsUsed = 0 }: { imageId?: number | null; downloadsUsed?: number } = {},
) {
  return db.transaction().execute(async (tx) => {
    const order = await tx
      .insertInto('orders')
      .values({
        key: randomBytes(16).toString('hex'),
        userId,
        state: 'paid',
        subTotalCents: PRICE_CENTS,
        totalCents: PRICE_CENTS,
        paidAt: new Date(),
      })
      .returning(['id', 'key'])
      .executeTakeFirstOrThrow();
    const line = await tx
      .insertInto('orderLines')
      .values({
        orderId: order.id,
        albumId,
        imageId,
        priceCents: PRICE_CENTS,
        totalCents: PRICE_CENTS,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const entitlement = await tx
      .insertInto('entitlements')
      .values({ userId, albumId, imageId, orderLineId: line.id, downloadsUsed })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...entitlement, orderKey: order.key };
  });
}
