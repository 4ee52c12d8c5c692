import { type Insertable, sql, type Updateable } from 'kysely';
import type { EvidenceFields } from '#contract/rules/dispute-evidence.ts';
import type { DisputeState } from '#contract/rules/order-states.ts';
import type { DisputeEvidence, Disputes } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

function selectDisputes(db: Db) {
  return db.selectFrom('disputes').selectAll().$narrowType<{ state: DisputeState }>();
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
  return selectDisputes(db)
    .select(
      sql<number>`greatest(0, (select coalesce(-sum(amount_cents), 0) from ledger_entries
        where external_id = disputes.dispute_id and kind in ('dispute', 'dispute_won')))::integer`.as(
        'keptCents',
      ),
    )
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}

export async function insertDispute(db: Db, dispute: Insertable<Disputes>): Promise<void> {
  await db.insertInto('disputes').values(dispute).execute();
}

export async function updateDispute(db: Db, id: number, change: Updateable<Disputes>): Promise<void> {
  await db.updateTable('disputes').set(change).where('id', '=', id).execute();
}

/** The bank wants to know what the payer, or the recipient of their gift, received and whether they opened it. */
export function listEntitlementsOfBuyer(db: Db, orderId: number, userId: number) {
  return db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .select(['entitlements.albumId', 'entitlements.imageId', 'entitlements.createdAt'])
    .select(['entitlements.takenAt', 'entitlements.downloadsUsed'])
    .where('orderLines.orderId', '=', orderId)
    .where((eb) => eb.or([eb('entitlements.userId', '=', userId), eb('orders.isGift', '=', true)]))
    .orderBy('entitlements.id')
    .execute();
}

type EvidenceTypes = { state: 'sending' | 'sent' | 'refused'; fields: EvidenceFields | null };
export type EvidenceRow = NonNullable<Awaited<ReturnType<typeof findEvidenceById>>>;

function selectEvidence(db: Db) {
  return db.selectFrom('disputeEvidence').selectAll().$narrowType<EvidenceTypes>();
}

export function findEvidenceById(db: Db, id: number) {
  return selectEvidence(db).where('id', '=', id).executeTakeFirst();
}

export function findEvidenceByKey(db: Db, key: string) {
  return selectEvidence(db).where(sql<boolean>`key::text = ${key}`).executeTakeFirst();
}

export function findEvidence(db: Db, { id, isInquiry }: { id: number; isInquiry: boolean }) {
  return selectEvidence(db).where('disputeId', '=', id).where('isInquiry', '=', isInquiry).executeTakeFirst();
}

export function listEvidence(db: Db, disputeIds: number[]) {
  return selectEvidence(db).where('disputeId', '=', anyOf(disputeIds)).execute();
}

/** Evidence that was refused before is replaced, with a new key. The caller holds the lock of the dispute. */
export async function beginEvidence(
  db: Db,
  begun: Omit<Insertable<DisputeEvidence>, 'fields'> & { fields: EvidenceFields },
): Promise<number> {
  const row = { ...begun, fields: JSON.stringify(begun.fields) };
  const again = { ...row, key: sql<string>`gen_random_uuid()`, state: 'sending' };
  const { id } = await db
    .insertInto('disputeEvidence')
    .values(row)
    .onConflict((conflict) => conflict.columns(['disputeId', 'isInquiry']).doUpdateSet(again))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns true for exactly one of several concurrent callers. */
export async function markEvidenceSent(db: Db, id: number, sentAt: Date): Promise<boolean> {
  const row = await db
    .updateTable('disputeEvidence')
    .set({ state: 'sent', sentAt })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markEvidenceRefused(db: Db, id: number, key: string): Promise<void> {
  await db
    .updateTable('disputeEvidence')
    .set({ state: 'refused' })
    .where('id', '=', id)
    .where('key', '=', key)
    .where('state', '=', 'sending')
    .execute();
}
