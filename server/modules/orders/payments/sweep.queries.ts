import { anyOf, type Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

export async function findSweptUntil(db: Db, mode: PaymentMode): Promise<Date | undefined> {
  const row = await db
    .selectFrom('providerSweeps')
    .select('sweptUntil')
    .where('mode', '=', mode)
    .executeTakeFirst();
  return row && new Date(row.sweptUntil);
}

export async function saveSweptUntil(db: Db, mode: PaymentMode, sweptUntil: Date): Promise<void> {
  await db
    .insertInto('providerSweeps')
    .values({ mode, sweptUntil })
    .onConflict((conflict) => conflict.column('mode').doUpdateSet({ sweptUntil }))
    .execute();
}

/** Returns `kind externalId` of every ledger entry about these objects of the provider. */
export async function listBooked(db: Db, externalIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ledgerEntries')
    .select(['kind', 'externalId'])
    .where('externalId', '=', anyOf(externalIds))
    .execute();
  return new Set(rows.map(({ kind, externalId }) => `${kind} ${externalId}`));
}

export async function listKnownDisputes(db: Db, disputeIds: string[]) {
  const rows = await db
    .selectFrom('disputes')
    .select(['disputeId', 'state', 'needsResponse'])
    .where('disputeId', '=', anyOf(disputeIds))
    .execute();
  return new Map(rows.map((row) => [row.disputeId, row] as const));
}
