import { isLineRefunded } from '#server/modules/orders/order/entitlements.queries.ts';
import type { Db } from '#server/platform/database.ts';

export type Gift = { email: string; message: string };

export async function saveGift(db: Db, orderId: number, gift: Gift | null): Promise<void> {
  await db
    .updateTable('orders')
    .set({ isGift: gift !== null, giftEmail: gift?.email ?? null, giftMessage: gift?.message || null })
    .where('id', '=', orderId)
    .execute();
}

/** Without a time of delivery, something still waits for the recipient. */
export async function saveDelivery(
  db: Db,
  orderId: number,
  { giftUser, giftDeliveredAt }: { giftUser: number; giftDeliveredAt: Date | null },
): Promise<void> {
  await db.updateTable('orders').set({ giftUser, giftDeliveredAt }).where('id', '=', orderId).execute();
}

export async function listWaitingGifts(
  db: Db,
  { userId, email }: { userId: number; email: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) =>
      eb.or([eb('giftUser', '=', userId), eb.and([eb('giftEmail', '=', email), eb('giftUser', 'is', null)])]),
    )
    .where('giftDeliveredAt', 'is', null)
    .where('state', 'in', ['paid', 'partly_refunded'])
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the lines that nobody holds yet and that were not refunded. */
export function listWaitingLines(db: Db, orderId: number) {
  return db
    .selectFrom('orderLines')
    .selectAll()
    .where('orderId', '=', orderId)
    .where(({ eb, or, ref }) => or([eb('totalCents', '=', 0), eb('refundedCents', '<', ref('totalCents'))]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entitlements')
            .select('entitlements.id')
            .whereRef('entitlements.orderLineId', '=', 'orderLines.id'),
        ),
      ),
    )
    .where(({ not }) => not(isLineRefunded))
    .orderBy('id')
    .execute();
}
