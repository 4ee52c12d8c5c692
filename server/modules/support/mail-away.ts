import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { enqueueMail } from '#server/platform/mail/deliver-mail.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue.ts';
import { type ConversationRow, findConversation, noteMailed, type Sender } from './conversations.queries.ts';
import { listUnmailed, type MessageRow } from './messages.queries.ts';

type World = Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'log'>;

const WAIT_SECONDS = 120;
/** An open page asks at least once a minute. */
const PRESENT_SECONDS = 90;
/** A page left open with nobody before it. */
const GIVE_UP_SECONDS = 10 * 60;
const MAX_MAIL_TEXT = 2_000;

/** Mails what one side wrote to the other, unless it is read by then. */
export const mailUnread = defineJob({
  name: 'support.mail-unread',
  payload: z.object({ conversationId: z.int(), reader: z.enum(['customer', 'staff']) }),
});

/** One waiting job a conversation and side: messages written one after the other become one mail. */
export async function announceMessage(world: World, conversationId: number, sender: Sender): Promise<void> {
  const reader = sender === 'customer' ? 'staff' : 'customer';
  if (reader === 'staff' && !world.config.supportEmail) return;
  await lookLater(world, conversationId, reader);
}

async function lookLater({ db, queue }: World, conversationId: number, reader: Sender): Promise<void> {
  const options = { startAfterSeconds: WAIT_SECONDS, singletonKey: `${reader}:${conversationId}` };
  await queue.enqueue(db, mailUnread, { conversationId, reader }, options);
}

export async function mailWhenAway(
  context: Context,
  { conversationId, reader }: z.output<typeof mailUnread.payload>,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const conversation = await findConversation(tx.db, conversationId, { lock: true });
    if (!conversation) return;
    const messages = await listUnmailed(tx.db, conversation, reader);
    const [oldest] = messages;
    const newest = messages.at(-1);
    if (!oldest || !newest) return;
    const now = tx.clock.now().getTime();
    const isStillWaitedFor = now - Date.parse(oldest.createdAt) < GIVE_UP_SECONDS * 1000;
    if (reader === 'customer' && isPresent(conversation, now) && isStillWaitedFor) {
      return lookLater(tx, conversationId, reader);
    }
    await noteMailed(tx.db, conversationId, reader, newest.id);
    if (reader === 'customer') await mailCustomer(tx, conversation, messages);
    else await mailStaff(tx, conversation, messages);
  });
}

function isPresent({ customerSeenAt }: ConversationRow, now: number): boolean {
  return customerSeenAt !== null && now - Date.parse(customerSeenAt) < PRESENT_SECONDS * 1000;
}

async function mailCustomer(
  world: World,
  conversation: ConversationRow,
  messages: MessageRow[],
): Promise<void> {
  const { publicUrl } = world.config;
  const { userId, visitorEmail } = conversation;
  const person = userId === null ? undefined : (await listPeople(world.db, [userId])).get(userId);
  const to = person?.email ?? visitorEmail;
  if (!to) return;
  const { siteName, greet } = await mailWords(world);
  const subject = `${siteName} answered your message`;
  await send(world, to, {
    title: subject,
    greeting: greet(person?.firstName),
    paragraphs: messages.map(textOf),
    button: {
      label: 'Open the chat',
      url: person ? `${publicUrl}/?help=chat` : `${publicUrl}/Login?help=chat`,
    },
    note: person
      ? 'You get this because you wrote to us. Please answer in the chat; this mailbox is not read.'
      : 'You get this because you wrote to us. Please answer in the chat, in the browser you wrote from; this mailbox is not read.',
  });
}

async function mailStaff(world: World, conversation: ConversationRow, messages: MessageRow[]): Promise<void> {
  const { publicUrl, supportEmail } = world.config;
  if (!supportEmail) return;
  const { userId, visitorEmail } = conversation;
  const person = userId === null ? undefined : (await listPeople(world.db, [userId])).get(userId);
  const who = person ? `${person.name} (${person.email})` : (visitorEmail ?? 'A visitor');
  const isBug = messages.some((message) => message.bugReport !== null);
  await send(world, supportEmail, {
    title: `${isBug ? 'Bug report' : 'Message'} from ${person?.name ?? 'a visitor'}`,
    paragraphs: [`${who} wrote:`, ...messages.map(textOf)],
    button: { label: 'Answer', url: `${publicUrl}/admin/support?conversation=${conversation.id}` },
  });
}

async function send(world: World, to: string, content: Parameters<typeof composeMail>[0]): Promise<void> {
  const composed = composeMail(content, (await mailWords(world)).frame);
  await enqueueMail(world.queue, world.db, { to, subject: content.title, ...composed });
}

function textOf({ text }: MessageRow): string {
  return text === '' ? '(a picture)' : text.slice(0, MAX_MAIL_TEXT);
}
