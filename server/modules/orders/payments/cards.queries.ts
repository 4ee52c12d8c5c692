import type { Db } from '#server/platform/database.ts';
import type { Card, PaymentMode } from '#server/platform/payments/payment-types.ts';

export type SourceRow = Awaited<ReturnType<typeof listSources>>[number];

function selectSources(db: Db, userId: number, mode: PaymentMode) {
  return db
    .selectFrom('paymentSources')
    .selectAll()
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .where('removedAt', 'is', null);
}

export function listSources(db: Db, userId: number, mode: PaymentMode) {
  return selectSources(db, userId, mode).orderBy('id', 'desc').execute();
}

export function findSource(db: Db, userId: number, mode: PaymentMode, sourceId: number) {
  return selectSources(db, userId, mode).where('id', '=', sourceId).executeTakeFirst();
}

/** The row comes first: its key names the customer at the provider, so that two calls make one. */
export async function openCustomer(db: Db, userId: number, mode: PaymentMode) {
  return db
    .insertInto('paymentCustomers')
    .values({ userId, mode })
    .onConflict((conflict) => conflict.columns(['userId', 'mode']).doUpdateSet({ mode }))
    .returning(['key', 'customerId'])
    .executeTakeFirstOrThrow();
}

export async function keepCustomerId(
  db: Db,
  userId: number,
  mode: PaymentMode,
  customerId: string,
): Promise<void> {
  await db
    .updateTable('paymentCustomers')
    .set({ customerId })
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .execute();
}

export function findCustomerId(db: Db, userId: number, mode: PaymentMode) {
  return db
    .selectFrom('paymentCustomers')
    .select('customerId')
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .executeTakeFirst();
}

export async function insertSource(
  db: Db,
  source: Card & { userId: number; mode: PaymentMode },
): Promise<SourceRow> {
  return db
    .insertInto('paymentSources')
    .values(source)
    .onConflict((conflict) => conflict.column('methodId').doUpdateSet({ expYear: source.expYear }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function markRemoved(db: Db, sourceId: number, now: Date): Promise<void> {
  await db
    .updateTable('paymentSources')
    .set({ removedAt: now })
    .where('id', '=', sourceId)
    .where('removedAt', 'is', null)
    .execute();
}
