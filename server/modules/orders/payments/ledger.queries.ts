import type { Insertable } from 'kysely';
import { allocateOrders } from '#server/modules/orders/ledger/allocate.ts';
import type { LedgerEntries } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

/** Also writes what the entry means for each order line; the caller holds the order's lock. */
export async function insertLedgerEntry(db: Db, entry: Insertable<LedgerEntries>): Promise<void> {
  await db.insertInto('ledgerEntries').values(entry).execute();
  await allocateOrders(db, [entry.orderId]);
}

/** For events that the provider may repeat. */
export async function addLedgerEntryOnce(db: Db, entry: Insertable<LedgerEntries>): Promise<void> {
  await db
    .insertInto('ledgerEntries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['kind', 'externalId']).doNothing())
    .execute();
  await allocateOrders(db, [entry.orderId]);
}

export function listLedgerEntries(db: Db, mode: PaymentMode, since: Date) {
  return db
    .selectFrom('ledgerEntries')
    .select(['externalId', 'amountCents', 'createdAt'])
    .where('mode', '=', mode)
    .where('createdAt', '>=', since.toISOString())
    .where('kind', 'not in', ['fee', 'dispute_fee'])
    .execute();
}
