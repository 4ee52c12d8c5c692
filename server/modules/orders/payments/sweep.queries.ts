import { anyOf, type Db } from '#server/platform/database.ts';

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
