import type { Insertable } from 'kysely';
import type { DisputeState } from '#contract/rules/order-states.ts';
import type { Disputes } from '#server/platform/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

type DisputeTypes = { state: DisputeState };

function selectDisputes(db: Db) {
  return db.selectFrom('disputes').selectAll().$narrowType<DisputeTypes>();
}

export type DisputeRow = NonNullable<Awaited<ReturnType<typeof findDispute>>>;

export function findDispute(db: Db, disputeId: string) {
  return selectDisputes(db).where('disputeId', '=', disputeId).executeTakeFirst();
}

export function findDisputeById(db: Db, id: number, options: { lock?: boolean } = {}) {
  return selectDisputes(db)
    .where('id', '=', id)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function listDisputesOf(db: Db, orderIds: number[]) {
  return selectDisputes(db).where('orderId', '=', anyOf(orderIds)).orderBy('id').execute();
}

/** Open disputes of which we have not read yet whether the bank waits for evidence. */
export async function listUnreadDisputes(db: Db, mode: PaymentMode): Promise<string[]> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'disputes.attemptId')
    .select('disputeId')
    .where('disputes.state', '=', 'open')
    .where('needsResponse', 'is', null)
    .where('mode', '=', mode)
    .orderBy('disputes.id')
    .execute();
  return rows.map(({ disputeId }) => disputeId);
}

export async function insertDispute(db: Db, dispute: Insertable<Disputes>): Promise<void> {
  await db.insertInto('disputes').values(dispute).execute();
}

export async function saveDisputeState(db: Db, id: number, state: DisputeState): Promise<void> {
  await db.updateTable('disputes').set({ state }).where('id', '=', id).execute();
}

export async function saveResponseState(
  db: Db,
  id: number,
  change: { reason: string | null; isInquiry: boolean; needsResponse: boolean; dueBy: Date | null },
): Promise<void> {
  await db.updateTable('disputes').set(change).where('id', '=', id).execute();
}

/** The bank wants to know what the payer received and whether they opened it. */
export function listGoodsOfBuyer(db: Db, orderId: number, userId: number) {
  return db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .select(['entitlements.albumId', 'entitlements.imageId', 'entitlements.createdAt'])
    .select(['entitlements.takenAt', 'entitlements.downloadsUsed'])
    .where('orderLines.orderId', '=', orderId)
    .where('entitlements.userId', '=', userId)
    .orderBy('entitlements.id')
    .execute();
}
