import type { Db } from '#server/platform/database/database.ts';
import type { ConversationRow, Sender } from './conversations.queries.ts';

const MAX_SHOWN = 200;
const MAX_MAILED = 20;

export type BugReport = {
  page: string;
  browser: string;
  version: string;
  errors: string[];
  request_ids: string[];
};

type NewMessage = {
  conversationId: number;
  sender: Sender;
  authorId: number | null;
  key: string;
  text: string;
  bugReport: BugReport | null;
  createdAt: Date;
};

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

function selectMessages(db: Db) {
  return db
    .selectFrom('supportMessages')
    .selectAll()
    .$narrowType<{ sender: Sender; bugReport: BugReport | null }>();
}

/** Returns undefined if a message with this key already exists. */
export function insertMessage(db: Db, message: NewMessage) {
  return db
    .insertInto('supportMessages')
    .values({ ...message, bugReport: message.bugReport && JSON.stringify(message.bugReport) })
    .onConflict((conflict) => conflict.columns(['conversationId', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** The newest messages, oldest first. */
export async function listMessages(db: Db, conversationId: number) {
  const newest = await selectMessages(db)
    .where('conversationId', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  return newest.reverse();
}

export function findMessage(db: Db, conversationId: number, key: string) {
  return selectMessages(db)
    .where('conversationId', '=', conversationId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function hasMessage(db: Db, conversationId: number, messageId: number): Promise<boolean> {
  const message = await db
    .selectFrom('supportMessages')
    .select('id')
    .where('conversationId', '=', conversationId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  return message !== undefined;
}

/** Messages of the other side that the reader has neither read nor received by mail. */
export function listUnmailed(db: Db, conversation: ConversationRow, reader: Sender) {
  const known =
    reader === 'customer'
      ? Math.max(conversation.customerReadId, conversation.customerMailedId)
      : Math.max(conversation.staffReadId, conversation.staffMailedId);
  return selectMessages(db)
    .where('conversationId', '=', conversation.id)
    .where('sender', '=', reader === 'customer' ? 'staff' : 'customer')
    .where('id', '>', known)
    .orderBy('id')
    .limit(MAX_MAILED)
    .execute();
}
