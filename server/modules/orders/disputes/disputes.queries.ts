import type { Insertable } from 'kysely';
import type { DisputeState, EntitlementState } from '#contract/rules/order-states.ts';
import type { Disputes } from '#server/platform/database.gen.ts';
import type { Db } from '#server/platform/database.ts';

export function findDispute(db: Db, disputeId: string) {
  return db
    .selectFrom('disputes')
    .select(['id', 'state'])
    .$narrowType<{ state: DisputeState }>()
    .where('disputeId', '=', disputeId)
    .executeTakeFirst();
}

export async function insertDispute(db: Db, dispute: Insertable<Disputes>): Promise<void> {
  await db.insertInto('disputes').values(dispute).execute();
}

export async function saveDisputeState(db: Db, id: number, state: DisputeState): Promise<void> {
  await db.updateTable('disputes').set({ state }).where('id', '=', id).execute();
}

export function listEntitlementsOfBuyer(db: Db, orderId: number, userId: number) {
  return db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .select(['entitlements.id', 'entitlements.state'])
    .$narrowType<{ state: EntitlementState }>()
    .where('orderLines.orderId', '=', orderId)
    .where('entitlements.userId', '=', userId)
    .execute();
}

export async function setEntitlementState(
  db: Db,
  id: number,
  state: EntitlementState,
  now: Date,
): Promise<void> {
  await db
    .updateTable('entitlements')
    .set({ state, endedAt: state === 'ended' ? now : null })
    .where('id', '=', id)
    .execute();
}

/** Sums what the ledger says about a dispute: below zero while the dispute keeps money. */
export async function sumOfDispute(db: Db, disputeId: string): Promise<number> {
  const { total } = await db
    .selectFrom('ledgerEntries')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amountCents'), eb.lit(0)).as('total'))
    .where('externalId', '=', disputeId)
    .where('kind', 'in', ['dispute', 'dispute_won'])
    .executeTakeFirstOrThrow();
  return Number(total);
}
