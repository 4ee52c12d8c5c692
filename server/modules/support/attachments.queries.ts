import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Customer } from './conversations.queries.ts';

const SWEEP_BATCH = 200;

export type AttachmentRow = Awaited<ReturnType<typeof insertAttachment>>;

type NewAttachment = {
  storageKey: string;
  width: number;
  height: number;
  sizeBytes: number;
  createdAt: Date;
};

export function insertAttachment(db: Db, owner: Customer, attachment: NewAttachment) {
  return db
    .insertInto('supportAttachments')
    .values({ ...attachment, ...owner })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns how many were attached: only unsent attachments of the same owner are. */
export async function attachTo(
  db: Db,
  messageId: number,
  owner: Customer,
  attachmentIds: number[],
): Promise<number> {
  const attached = await db
    .updateTable('supportAttachments')
    .set({ messageId })
    .where('id', '=', anyOf(attachmentIds))
    .where('messageId', 'is', null)
    .where((eb) => eb.and(owner))
    .returning('id')
    .execute();
  return attached.length;
}

export function listAttachments(db: Db, messageIds: number[]) {
  return db
    .selectFrom('supportAttachments')
    .selectAll()
    .where('messageId', '=', anyOf(messageIds))
    .orderBy('id')
    .execute();
}

export function findAttachment(db: Db, attachmentId: number) {
  return db.selectFrom('supportAttachments').selectAll().where('id', '=', attachmentId).executeTakeFirst();
}

export async function hasUploaded(db: Db, owner: Customer): Promise<boolean> {
  const uploaded = await db
    .selectFrom('supportAttachments')
    .select('id')
    .where((eb) => eb.and(owner))
    .limit(1)
    .executeTakeFirst();
  return uploaded !== undefined;
}

export function listUnsent(db: Db, olderThan: Date) {
  return db
    .selectFrom('supportAttachments')
    .select(['id', 'storageKey'])
    .where('messageId', 'is', null)
    .where('createdAt', '<', olderThan.toISOString())
    .orderBy('id')
    .limit(SWEEP_BATCH)
    .execute();
}

/** Returns false if the attachment has been sent meanwhile. */
export async function deleteUnsent(db: Db, attachmentId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('supportAttachments')
    .where('id', '=', attachmentId)
    .where('messageId', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
