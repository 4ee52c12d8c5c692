import { sql } from 'kysely';
import type { EntitlementState } from '#contract/rules/order-states.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

export type HeldEntitlement = Awaited<ReturnType<typeof listEntitlements>>[number];

/** Includes those that have ended. */
export function listEntitlements(db: Db, orderId: number) {
  return db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .select(['entitlements.id', 'entitlements.userId', 'entitlements.orderLineId', 'entitlements.state'])
    .$narrowType<{ state: EntitlementState }>()
    .where('orderLines.orderId', '=', orderId)
    .orderBy('entitlements.id')
    .execute();
}

/** What the holder has bought again meanwhile stays ended. */
export async function setEntitlementStates(db: Db, ids: number[], state: EntitlementState, now: Date) {
  return db
    .updateTable('entitlements')
    .set({ state, endedAt: state === 'ended' ? now : null })
    .where('id', '=', anyOf(ids))
    .where(
      sql<boolean>`(entitlements.state <> 'ended' or not exists (select from entitlements again
        where again.user_id = entitlements.user_id and again.album_id = entitlements.album_id
          and again.image_id is not distinct from entitlements.image_id and again.state <> 'ended'))`,
    )
    .returning(['id', 'userId', 'albumId', 'imageId'])
    .execute();
}

/** Tells whether a dispute that is open or lost keeps the money of a payment. */
export async function findDisputeHold(db: Db, attemptId: number): Promise<'open' | 'lost' | undefined> {
  const { rows } = await sql<{ state: 'open' | 'lost' }>`
    select state from disputes where attempt_id = ${attemptId} and state in ('open', 'lost')
      and (select coalesce(sum(amount_cents), 0) from ledger_entries
        where external_id = disputes.dispute_id) < 0
    order by state limit 1`.execute(db);
  return rows[0]?.state;
}
