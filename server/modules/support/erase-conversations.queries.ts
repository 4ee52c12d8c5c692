import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { BugReport } from './messages.queries.ts';

/** Locks in id order, as everyone does who locks several. */
export function listConversationsToErase(
  db: Db,
  { userId, email }: { userId: number; email: string | null },
) {
  return db
    .selectFrom('supportConversations')
    .select('id')
    .where((eb) =>
      eb.or([eb('userId', '=', userId), ...(email === null ? [] : [eb('visitorEmail', '=', email)])]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

type Erased = { userId: number; conversationIds: number[] };

/** Includes pictures that staff sent, and pictures that were uploaded but not sent yet. */
function attachmentsToErase(db: Db, { userId, conversationIds }: Erased) {
  return db
    .selectFrom('supportAttachments')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('userId', '=', userId), eb('messageId', 'is', null)]),
        eb(
          'messageId',
          'in',
          eb
            .selectFrom('supportMessages')
            .select('supportMessages.id')
            .where('conversationId', '=', anyOf(conversationIds)),
        ),
      ]),
    );
}

export async function listAttachmentsToErase(db: Db, erased: Erased): Promise<string[]> {
  const rows = await db
    .selectFrom('supportAttachments')
    .select('storageKey')
    .where('id', 'in', attachmentsToErase(db, erased))
    .orderBy('id')
    .execute();
  return rows.map(({ storageKey }) => storageKey);
}

export async function deleteAttachments(db: Db, erased: Erased): Promise<void> {
  await db.deleteFrom('supportAttachments').where('id', 'in', attachmentsToErase(db, erased)).execute();
}

export async function listBugReports(db: Db, conversationId: number) {
  const rows = await db
    .selectFrom('supportMessages')
    .select(['id', 'bugReport'])
    .where('conversationId', '=', conversationId)
    .where('bugReport', 'is not', null)
    .execute();
  return rows.map(({ id, bugReport }) => ({ id, bugReport: bugReport as unknown as BugReport }));
}

export async function deleteMessages(
  db: Db,
  conversationId: number,
  { keepBugReports }: { keepBugReports: boolean },
): Promise<void> {
  await db
    .deleteFrom('supportMessages')
    .where('conversationId', '=', conversationId)
    .$if(keepBugReports, (query) => query.where('bugReport', 'is', null))
    .execute();
}

export async function anonymizeBugReport(
  db: Db,
  messageId: number,
  { text, bugReport }: { text: string; bugReport: BugReport },
): Promise<void> {
  await db
    .updateTable('supportMessages')
    .set({ text, authorId: null, bugReport: JSON.stringify(bugReport) })
    .where('id', '=', messageId)
    .execute();
}

/** Nobody knows a token with this hash, so that nobody can open the conversation as its customer. */
export async function makeNobodys(db: Db, conversationId: number, visitorTokenHash: Buffer): Promise<void> {
  await db
    .updateTable('supportConversations')
    .set({ userId: null, visitorEmail: null, visitorTokenHash })
    .where('id', '=', conversationId)
    .execute();
}

export async function deleteConversation(db: Db, conversationId: number): Promise<void> {
  await db.deleteFrom('supportConversations').where('id', '=', conversationId).execute();
}

export function listMessagesAfter(
  db: Db,
  { userId, afterId, limit }: { userId: number; afterId: number; limit: number },
) {
  return db
    .selectFrom('supportMessages')
    .innerJoin('supportConversations', 'supportConversations.id', 'supportMessages.conversationId')
    .select(['supportMessages.id', 'sender', 'text', 'bugReport', 'supportMessages.createdAt'])
    .where('supportConversations.userId', '=', userId)
    .where('supportMessages.id', '>', afterId)
    .orderBy('supportMessages.id')
    .limit(limit)
    .execute();
}

export function listImagesAfter(
  db: Db,
  { userId, afterId, limit }: { userId: number; afterId: number; limit: number },
) {
  return db
    .selectFrom('supportAttachments')
    .leftJoin('supportMessages', 'supportMessages.id', 'supportAttachments.messageId')
    .leftJoin('supportConversations', 'supportConversations.id', 'supportMessages.conversationId')
    .select(['supportAttachments.id', 'storageKey', 'messageId'])
    .where((eb) =>
      eb.or([eb('supportConversations.userId', '=', userId), eb('supportAttachments.userId', '=', userId)]),
    )
    .where('supportAttachments.id', '>', afterId)
    .orderBy('supportAttachments.id')
    .limit(limit)
    .execute();
}
