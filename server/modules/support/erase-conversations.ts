import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context, Tx } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { mentionsPerson, type Traces } from '#server/platform/personal-data/erase-traces.ts';
import { type ExportFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import type { BugReport } from './conversations.queries.ts';

const IMAGES_PER_JOB = 100;
const ERASED_WORDS = '(The words were erased with the account.)';

/** Enqueued in the transaction that deletes the rows, in case the process stops before the files are deleted. */
export const deleteImagesJob = defineJob({
  name: 'support.delete-pictures',
  payload: z.object({ storageKeys: z.array(z.string().max(200)).min(1).max(IMAGES_PER_JOB) }),
  retries: 20,
});

/**
 * Deletes what a customer and staff wrote to each other, with all pictures. Of a bug report only the technical facts
 * stay. Chats that were started as a visitor with the same address go too, if the address is verified.
 */
export async function eraseConversations(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  leaver: Traces,
): Promise<string[]> {
  const { userId, email, ownsAddress } = leaver;
  // The order of the locks avoids deadlocks.
  const conversations = await db
    .selectFrom('supportConversations')
    .select('id')
    .where((eb) =>
      eb.or([eb('userId', '=', userId), ...(ownsAddress ? [eb('visitorEmail', '=', email)] : [])]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = conversations.map(({ id }) => id);
  // Includes pictures that staff sent, and pictures that were uploaded but not sent yet.
  const pictures = await db
    .deleteFrom('supportAttachments')
    .where((eb) =>
      eb.or([
        eb.and([eb('userId', '=', userId), eb('messageId', 'is', null)]),
        eb('messageId', 'in', (messages) =>
          messages.selectFrom('supportMessages').select('id').where('conversationId', '=', anyOf(ids)),
        ),
      ]),
    )
    .returning('storageKey')
    .execute();
  const storageKeys = pictures.map(({ storageKey }) => storageKey);
  for (let start = 0; start < storageKeys.length; start += IMAGES_PER_JOB) {
    const some = storageKeys.slice(start, start + IMAGES_PER_JOB);
    await queue.enqueue(db, deleteImagesJob, { storageKeys: some });
  }
  for (const id of ids) await eraseConversation(db, id, leaver);
  return storageKeys;
}

async function eraseConversation(db: Tx['db'], conversationId: number, leaver: Traces): Promise<void> {
  const reports = await db
    .selectFrom('supportMessages')
    .select('id')
    .select(sql<BugReport>`bug_report`.as('bugReport'))
    .where('conversationId', '=', conversationId)
    .where('bugReport', 'is not', null)
    .execute();
  await db
    .deleteFrom('supportMessages')
    .where('conversationId', '=', conversationId)
    .where('bugReport', 'is', null)
    .execute();
  if (reports.length === 0) {
    await db.deleteFrom('supportConversations').where('id', '=', conversationId).execute();
    return;
  }
  for (const { id, bugReport } of reports) {
    await db
      .updateTable('supportMessages')
      .set({
        text: ERASED_WORDS,
        authorId: null,
        bugReport: JSON.stringify(await withoutPerson(db, bugReport, leaver)),
      })
      .where('id', '=', id)
      .execute();
  }
  // No token has this hash, so nobody can open the conversation as its customer.
  await db
    .updateTable('supportConversations')
    .set({ userId: null, visitorEmail: null, visitorTokenHash: randomBytes(32) })
    .where('id', '=', conversationId)
    .execute();
}

/** Numbers of requests lead to log lines that name the user, and an address can carry a search or a secret. */
async function withoutPerson(db: Db, report: BugReport, leaver: Traces): Promise<BugReport> {
  // It is their own report, so what they entered about themselves goes whether or not it was verified.
  const writer = { ...leaver, ownsAddress: true, ownsPhone: true };
  const { rows } = await sql<{ error: string }>`
    select error from unnest(${report.errors}::text[]) error
    where not ${mentionsPerson(sql`error`, writer)}`.execute(db);
  return {
    ...report,
    page: report.page.split(/[?#]/, 1)[0] ?? '',
    errors: rows.map(({ error }) => error),
    request_ids: [],
  };
}

export async function deleteImages(
  { storage }: Pick<Context, 'storage'>,
  storageKeys: string[],
): Promise<void> {
  for (const key of storageKeys) await storage.delete(key);
}

const IMAGES_AT_A_TIME = 100;

export async function* exportConversations(
  { db, storage }: Pick<Tx, 'db' | 'storage'>,
  userId: number,
): AsyncGenerator<ExportFile> {
  yield* jsonFiles('conversation', (afterId, limit) =>
    db
      .selectFrom('supportMessages')
      .innerJoin('supportConversations', 'supportConversations.id', 'supportMessages.conversationId')
      .select(['supportMessages.id', 'sender', 'text', 'bugReport', 'supportMessages.createdAt'])
      .where('supportConversations.userId', '=', userId)
      .where('supportMessages.id', '>', afterId)
      .orderBy('supportMessages.id')
      .limit(limit)
      .execute(),
  );
  for (let afterId = 0; ; ) {
    const pictures = await db
      .selectFrom('supportAttachments')
      .leftJoin('supportMessages', 'supportMessages.id', 'supportAttachments.messageId')
      .leftJoin('supportConversations', 'supportConversations.id', 'supportMessages.conversationId')
      .select(['supportAttachments.id', 'storageKey', 'messageId'])
      .where((eb) =>
        eb.or([eb('supportConversations.userId', '=', userId), eb('supportAttachments.userId', '=', userId)]),
      )
      .where('supportAttachments.id', '>', afterId)
      .orderBy('supportAttachments.id')
      .limit(IMAGES_AT_A_TIME)
      .execute();
    for (const { id, storageKey, messageId } of pictures) {
      const content = await storage.read(storageKey);
      const message = messageId === null ? 'unsent' : `message-${messageId}`;
      if (content) yield { name: `conversation-pictures/${message}-picture-${id}.webp`, content };
      afterId = id;
    }
    if (pictures.length < IMAGES_AT_A_TIME) return;
  }
}
