import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Context, Tx } from '#server/context.ts';
import { type ExportFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import {
  anonymizeBugReport,
  deleteAttachments,
  deleteConversation,
  deleteMessages,
  listAttachmentsToErase,
  listBugReports,
  listConversationsToErase,
  listImagesAfter,
  listMessagesAfter,
  makeNobodys,
} from './erase-conversations.queries.ts';
import type { BugReport } from './messages.queries.ts';

const IMAGES_PER_JOB = 100;
const ERASED_WORDS = '(The words were erased with the account.)';

/** Enqueued in the transaction that deletes the rows, in case the process stops before the files are deleted. */
export const deleteImagesJob = defineJob({
  name: 'support.delete-pictures',
  payload: z.object({ storageKeys: z.array(z.string().max(200)).min(1).max(IMAGES_PER_JOB) }),
  retries: 20,
});

type Leaver = {
  userId: number;
  email: string;
  name: string;
  phoneNumber: string | null;
  ownsAddress: boolean;
};

/**
 * Deletes what a customer and staff wrote to each other, with all pictures. Of a bug report only the technical facts
 * stay. Chats that were started as a visitor with the same address go too, if the address is verified.
 */
export async function eraseConversations(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  leaver: Leaver,
): Promise<string[]> {
  const { userId, email, ownsAddress } = leaver;
  const conversations = await listConversationsToErase(db, { userId, email: ownsAddress ? email : null });
  const ids = conversations.map(({ id }) => id);
  const storageKeys = await listAttachmentsToErase(db, { userId, conversationIds: ids });
  for (let start = 0; start < storageKeys.length; start += IMAGES_PER_JOB) {
    const some = storageKeys.slice(start, start + IMAGES_PER_JOB);
    await queue.enqueue(db, deleteImagesJob, { storageKeys: some });
  }
  await deleteAttachments(db, { userId, conversationIds: ids });
  for (const id of ids) await eraseConversation(db, id, leaver);
  return storageKeys;
}

async function eraseConversation(db: Tx['db'], conversationId: number, leaver: Leaver): Promise<void> {
  const reports = await listBugReports(db, conversationId);
  await deleteMessages(db, conversationId, { keepBugReports: true });
  if (reports.length === 0) return deleteConversation(db, conversationId);
  for (const { id, bugReport } of reports) {
    await anonymizeBugReport(db, id, { text: ERASED_WORDS, bugReport: withoutPerson(bugReport, leaver) });
  }
  await makeNobodys(db, conversationId, randomBytes(32));
}

/** Numbers of requests lead to log lines that name the user, and an address can carry a search or a secret. */
function withoutPerson(report: BugReport, { email, name, phoneNumber }: Leaver): BugReport {
  const traces = [email, name, ...(phoneNumber ? [phoneNumber] : [])].map((trace) => trace.toLowerCase());
  const isClean = (text: string) => traces.every((trace) => !text.toLowerCase().includes(trace));
  return {
    ...report,
    page: report.page.split(/[?#]/, 1)[0] ?? '',
    errors: report.errors.filter(isClean),
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
  yield* jsonFiles('conversation', (afterId, limit) => listMessagesAfter(db, { userId, afterId, limit }));
  for (let afterId = 0; ; ) {
    const pictures = await listImagesAfter(db, { userId, afterId, limit: IMAGES_AT_A_TIME });
    for (const { id, storageKey, messageId } of pictures) {
      const content = await storage.read(storageKey);
      const message = messageId === null ? 'unsent' : `message-${messageId}`;
      if (content) yield { name: `conversation-pictures/${message}-picture-${id}.webp`, content };
      afterId = id;
    }
    if (pictures.length < IMAGES_AT_A_TIME) return;
  }
}
