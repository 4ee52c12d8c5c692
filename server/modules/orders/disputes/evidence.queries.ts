import { sql } from 'kysely';
import type { EvidenceFields } from '#contract/rules/dispute-evidence.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

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
  begun: {
    disputeId: number;
    isInquiry: boolean;
    note: string;
    fields: EvidenceFields;
    sentBy: number;
    begunAt: Date;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('disputeEvidence')
    .values({ ...begun, fields: JSON.stringify(begun.fields) })
    .onConflict((conflict) =>
      conflict.columns(['disputeId', 'isInquiry']).doUpdateSet({
        key: sql<string>`gen_random_uuid()`,
        state: 'sending',
        note: begun.note,
        fields: JSON.stringify(begun.fields),
        sentBy: begun.sentBy,
        begunAt: begun.begunAt,
      }),
    )
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
