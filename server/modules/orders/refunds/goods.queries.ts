import { sql } from 'kysely';
import { anyOf, type Db } from '#server/platform/database.ts';

/** Without a user it ends what the lines brought for everyone. */
export async function endEntitlements(
  db: Db,
  {
    orderLineIds,
    refundId,
    userId,
    now,
  }: { orderLineIds: number[]; refundId: number; userId?: number | undefined; now: Date },
) {
  return db
    .updateTable('entitlements')
    .set({ state: 'ended', endedAt: now, endedByRefund: refundId })
    .where('orderLineId', '=', anyOf(orderLineIds))
    .where('state', '<>', 'ended')
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
    .returning(['userId', 'albumId', 'imageId'])
    .execute();
}

/**
 * Restores what a refund took away. In a pool the first refund of a line ends it for everyone, so there the entitlements
 * of the one whose refund was returned are restored. What the buyer has bought again meanwhile stays ended.
 */
export async function restoreEntitlements(
  db: Db,
  {
    orderLineIds,
    of,
    state,
  }: { orderLineIds: number[]; of: { refundId: number } | { userId: number }; state: 'active' | 'suspended' },
) {
  return db
    .updateTable('entitlements')
    .set({ state, endedAt: null, endedByRefund: null })
    .where('orderLineId', '=', anyOf(orderLineIds))
    .where('state', '=', 'ended')
    .where('endedByRefund', 'is not', null)
    .where((eb) => ('refundId' in of ? eb('endedByRefund', '=', of.refundId) : eb('userId', '=', of.userId)))
    .where(
      sql<boolean>`not exists (select from entitlements again
        where again.user_id = entitlements.user_id and again.album_id = entitlements.album_id
          and again.image_id is not distinct from entitlements.image_id and again.state <> 'ended')`,
    )
    .returning(['userId', 'albumId', 'imageId'])
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
