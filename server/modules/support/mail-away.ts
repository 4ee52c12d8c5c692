import { z } from 'zod';
import type { I18n } from '#contract/i18n.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { withSecret } from '#server/modules/accounts/links.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import type { Db } from '#server/platform/database/database.ts';
import { enqueueMail, PENDING_SECRET } from '#server/platform/mail/deliver-mail.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import {
  type ConversationRow,
  findConversation,
  type MessageRow,
  type Sender,
  selectMessages,
} from './conversations.queries.ts';

type MailTx = Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'>;

const WAIT_SECONDS = 120;
/** An open page polls at least once a minute. */
const PRESENT_SECONDS = 90;
/** After this long the mail is sent even if the page is open, because nobody may be looking at it. */
const GIVE_UP_SECONDS = 10 * 60;
const MAX_MAIL_TEXT = 2_000;

/** Mails messages that are still unread after WAIT_SECONDS. */
export const mailUnread = defineJob({
  name: 'support.mail-unread',
  payload: z.object({ conversationId: z.int(), reader: z.enum(['customer', 'staff']) }),
});

/** The singleton key combines consecutive messages into one mail. */
export async function mailLaterIfUnread(tx: MailTx, conversationId: number, sender: Sender): Promise<void> {
  const reader = sender === 'customer' ? 'staff' : 'customer';
  if (reader === 'staff' && !tx.config.supportEmail) return;
  await enqueueMailUnread(tx, conversationId, reader);
}

async function enqueueMailUnread(
  { db, queue }: MailTx,
  conversationId: number,
  reader: Sender,
): Promise<void> {
  const options = { startAfterSeconds: WAIT_SECONDS, singletonKey: `${reader}:${conversationId}` };
  await queue.enqueue(db, mailUnread, { conversationId, reader }, options);
}

export async function mailWhenAway(
  tx: MailTx,
  { conversationId, reader }: z.output<typeof mailUnread.payload>,
): Promise<void> {
  const conversation = await findConversation(tx.db, conversationId, { lock: true });
  if (!conversation) return;
  const messages = await listUnmailed(tx.db, conversation, reader);
  const [oldest] = messages;
  const newest = messages.at(-1);
  if (!oldest || !newest) return;
  const now = tx.clock.now().getTime();
  const isRecent = now - Date.parse(oldest.createdAt) < GIVE_UP_SECONDS * 1000;
  if (reader === 'customer' && isPresent(conversation, now) && isRecent) {
    return enqueueMailUnread(tx, conversationId, reader);
  }
  await noteMailed(tx.db, conversationId, reader, newest.id);
  if (reader === 'customer') await mailCustomer(tx, conversation, messages);
  else await mailStaff(tx, conversation, messages);
}

function isPresent({ customerSeenAt }: ConversationRow, now: number): boolean {
  return customerSeenAt !== null && now - Date.parse(customerSeenAt) < PRESENT_SECONDS * 1000;
}

async function mailCustomer(
  tx: MailTx,
  conversation: ConversationRow,
  messages: MessageRow[],
): Promise<void> {
  const { publicUrl } = tx.config;
  const { userId, visitorEmail } = conversation;
  const person = userId === null ? undefined : (await listPeople(tx.db, [userId])).get(userId);
  const to = person?.email ?? visitorEmail;
  if (!to) return;
  const { i18n, siteName, greet, frame } = await mailMessages(tx, person?.language);
  const subject = i18n.t('{siteName} replied to your message', { siteName });
  const reader = userId !== null && person ? { userId, about: subject } : undefined;
  const content = {
    title: subject,
    greeting: greet(person?.firstName),
    paragraphs: messages.map((message) => textOf(i18n, message)),
    button: {
      label: i18n.t('Open the chat'),
      url: reader ? withSecret(tx.config, '/?help=chat', PENDING_SECRET) : `${publicUrl}/Login?help=chat`,
    },
    note: person
      ? i18n.t(
          'You got this email because you wrote to us. Please reply in the chat; nobody reads this mailbox.',
        )
      : i18n.t(
          'You got this email because you wrote to us. Please reply in the chat, in the browser you wrote from; nobody reads this mailbox.',
        ),
  };
  const mail = { to, subject, ...composeMail(content, frame), ...(reader && { reader }) };
  await enqueueMail(tx.queue, tx.db, mail);
}

async function mailStaff(tx: MailTx, conversation: ConversationRow, messages: MessageRow[]): Promise<void> {
  const { publicUrl, supportEmail } = tx.config;
  if (!supportEmail) return;
  const { userId, visitorEmail } = conversation;
  const person = userId === null ? undefined : (await listPeople(tx.db, [userId])).get(userId);
  const who = person
    ? [person.name, person.email && `(${person.email})`].filter(Boolean).join(' ')
    : (visitorEmail ?? 'A visitor');
  const isBug = messages.some((message) => message.bugReport !== null);
  // Staff read English.
  const { i18n, frame } = await mailMessages(tx, 'en');
  const content = {
    title: `${isBug ? 'Bug report' : 'Message'} from ${person?.name ?? 'a visitor'}`,
    paragraphs: [`${who} wrote:`, ...messages.map((message) => textOf(i18n, message))],
    button: { label: 'Reply', url: `${publicUrl}/admin/support?conversation=${conversation.id}` },
  };
  const mail = { to: supportEmail, subject: content.title, ...composeMail(content, frame) };
  await enqueueMail(tx.queue, tx.db, mail);
}

function textOf(i18n: I18n, { text }: MessageRow): string {
  if (text === '') return i18n.t('(a picture)');
  // The queue does not take half of an emoji.
  return text.slice(0, MAX_MAIL_TEXT).replace(/[\ud800-\udbff]$/, '');
}

export async function noteMailed(
  db: Db,
  conversationId: number,
  reader: Sender,
  messageId: number,
): Promise<void> {
  const column = reader === 'customer' ? 'customerMailedId' : 'staffMailedId';
  await db
    .updateTable('supportConversations')
    .set({ [column]: messageId })
    .where('id', '=', conversationId)
    .execute();
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

export const MAX_MAILED = 20;
