import type { SupportMessage } from '#contract/endpoints/support.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { anyOf } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import {
  type BugReport,
  type ConversationRow,
  type Customer,
  listMessages,
  type MessageRow,
  type Sender,
} from './conversations.queries.ts';
import { mailLaterIfUnread } from './mail-away.ts';
import { toWireMessage } from './support.wire.ts';

export type Draft = { text: string; attachments: number[]; key: string; bugReport?: BugReport };

type Author = { sender: Sender; userId: number | null; uploader: Customer };

export function refuseEmpty({ text, attachments }: Draft): void {
  if (text !== '' || attachments.length > 0) return;
  throw new AppError('invalid_request', {
    message: /*i18n*/ 'Write a message first.',
    details: [{ path: 'text', message: 'Write a message first' }],
  });
}

/** The caller must hold a lock on the conversation. A second message with the same key is ignored. */
export async function writeMessage(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'>,
  conversation: ConversationRow,
  { sender, userId, uploader }: Author,
  draft: Draft,
): Promise<void> {
  const { db, clock } = tx;
  const now = clock.now();
  const message = await db
    .insertInto('supportMessages')
    .values({
      conversationId: conversation.id,
      sender,
      authorId: userId,
      key: draft.key,
      text: draft.text,
      bugReport: draft.bugReport ? JSON.stringify(draft.bugReport) : null,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['conversationId', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!message) return;
  const wanted = [...new Set(draft.attachments)];
  // Only unsent attachments of the same owner are attached.
  const attached = await db
    .updateTable('supportAttachments')
    .set({ messageId: message.id })
    .where('id', '=', anyOf(wanted))
    .where('messageId', 'is', null)
    .where((eb) => eb.and(uploader))
    .returning('id')
    .execute();
  if (attached.length !== wanted.length) {
    throw new AppError('not_found', {
      message: /*i18n*/ 'One of your pictures is missing. Please attach it again.',
    });
  }
  await db
    .updateTable('supportConversations')
    .set({
      lastFrom: sender,
      lastMessageAt: now,
      ...(draft.bugReport !== undefined && { hasBugReport: true }),
      // A customer's message reopens a closed conversation; an answer from staff does not.
      ...(sender === 'customer' && { status: 'open' }),
    })
    .where('id', '=', conversation.id)
    .execute();
  await publishLive(db, { to: 'staff', kind: 'inbox', subject: conversation.id });
  if (conversation.userId !== null) {
    await publishLive(db, { to: conversation.userId, kind: 'chat', subject: conversation.id });
  }
  await mailLaterIfUnread(tx, conversation.id, sender);
}

type ShowTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'>;

export async function showConversationMessages(
  tx: ShowTx,
  conversationId: number,
): Promise<SupportMessage[]> {
  return showMessages(tx, await listMessages(tx.db, conversationId));
}

export async function showMessages(tx: ShowTx, rows: MessageRow[]): Promise<SupportMessage[]> {
  const people = await listPeople(
    tx.db,
    rows.map((row) => row.authorId),
  );
  const attachments = await tx.db
    .selectFrom('supportAttachments')
    .selectAll()
    .where('messageId', '=', anyOf(rows.map((row) => row.id)))
    .orderBy('id')
    .execute();
  const { site_name: siteName } = await getSettings(tx);
  return rows.map((row) => toWireMessage(tx, row, { people, attachments, siteName }));
}
