import { isLineRefunded } from '#server/modules/orders/entitlements.ts';
import type { Db } from '#server/platform/database/database.ts';

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
  await db
    .updateTable('orders')
    .set({ giftUser, giftDeliveredAt, giftAddressHash: null })
    .where('id', '=', orderId)
    .execute();
}

export async function listGiftsBy(db: Db, userId: number) {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'giftEmail', 'giftUser', 'giftDeliveredAt', 'paidAt'])
    .where('userId', '=', userId)
    .where('isGift', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ paidAt, ...row }) => ({ ...row, isPaid: paidAt !== null }));
}

/** Takes away the readable address and the message. */
export async function saveHiddenAddress(
  db: Db,
  orderId: number,
  hidden: { giftUser: number | null; giftAddressHash: Buffer | null; giftEncryptedAddress: Buffer | null },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ giftEmail: null, giftMessage: null, ...hidden })
    .where('id', '=', orderId)
    .execute();
}

export async function forgetEncryptedAddress(db: Db, orderId: number): Promise<void> {
  await db.updateTable('orders').set({ giftEncryptedAddress: null }).where('id', '=', orderId).execute();
}

export async function forgetGiftsTo(
  db: Db,
  { userId, address }: { userId: number; address: { email: string; hashes: Buffer[] } | null },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ giftEmail: null, giftMessage: null, giftAddressHash: null, giftEncryptedAddress: null })
    .where((eb) =>
      eb.or([
        eb('giftUser', '=', userId),
        ...(address
          ? [eb('giftEmail', '=', address.email), eb('giftAddressHash', 'in', address.hashes)]
          : []),
      ]),
    )
    .execute();
}

export async function listWaitingGifts(
  db: Db,
  { userId, email, hashes }: { userId: number; email: string; hashes: Buffer[] },
): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('giftUser', '=', userId),
        eb.and([
          eb('giftUser', 'is', null),
          eb.or([eb('giftEmail', '=', email), eb('giftAddressHash', 'in', hashes)]),
        ]),
      ]),
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
