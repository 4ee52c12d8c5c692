import type { Updateable } from 'kysely';
import { isLineRefunded } from '#server/modules/orders/entitlements.ts';
import type { Orders } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';

export async function saveGift(db: Db, orderId: number, change: Updateable<Orders>): Promise<void> {
  await db.updateTable('orders').set(change).where('id', '=', orderId).execute();
}

export function listGiftsBy(db: Db, userId: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'giftEmail', 'giftUser', 'giftDeliveredAt', 'paidAt'])
    .where('userId', '=', userId)
    .where('isGift', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();
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
    .where(({ not, exists, selectFrom }) => {
      const held = selectFrom('entitlements').whereRef('entitlements.orderLineId', '=', 'orderLines.id');
      return not(exists(held.select('entitlements.id')));
    })
    .where(({ not }) => not(isLineRefunded))
    .orderBy('id')
    .execute();
}
