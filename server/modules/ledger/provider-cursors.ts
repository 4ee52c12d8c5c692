import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

/** Each sweep through the provider's lists remembers how far it has come. */
type Cursor = { mode: PaymentMode; sweep: 'refunds_and_disputes' | 'balance' };

export async function findReached(db: Db, { mode, sweep }: Cursor): Promise<Date | undefined> {
  const row = await db
    .selectFrom('providerCursors')
    .select('reachedAt')
    .where('mode', '=', mode)
    .where('sweep', '=', sweep)
    .executeTakeFirst();
  return row && new Date(row.reachedAt);
}

export async function saveReached(db: Db, cursor: Cursor, reachedAt: Date): Promise<void> {
  await db
    .insertInto('providerCursors')
    .values({ ...cursor, reachedAt })
    .onConflict((conflict) => conflict.columns(['mode', 'sweep']).doUpdateSet({ reachedAt }))
    .execute();
}
