import type { Conversation, SupportMessage } from '#contract/endpoints/support.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { signText } from '#server/platform/security/key-ring.ts';
import { consumeRateLimits } from '#server/platform/security/rate-limit.ts';
import { newLinkToken } from '#server/platform/security/secrets.ts';
import {
  type ConversationRow,
  type Customer,
  changeConversations,
  customerOf,
  findConversation,
  hasMessage,
  moveReadMark,
  type Status,
  selectConversations,
  selectMessages,
} from './conversations.queries.ts';
import { toWireConversation } from './support.wire.ts';
import {
  type Draft,
  refuseEmpty,
  showConversationMessages,
  showMessages,
  writeMessage,
} from './write-message.ts';

export async function answerConversation(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'config' | 'imageKeys' | 'log'>,
  actor: Actor,
  { conversationId, draft }: { conversationId: number; draft: Draft },
): Promise<SupportMessage> {
  refuseEmpty(draft);
  const conversation = await findConversation(tx.db, conversationId, { lock: true });
  if (!conversation) throw new AppError('not_found');
  const author = { sender: 'staff' as const, userId: actor.userId, uploader: { userId: actor.userId } };
  await writeMessage(tx, conversation, author, draft);
  const row = await selectMessages(tx.db)
    .where('conversationId', '=', conversationId)
    .where('key', '=', draft.key)
    .executeTakeFirst();
  const [message] = row ? await showMessages(tx, [row]) : [];
  if (!message) throw new AppError('not_found');
  return message;
}

/** Also records that the customer is present, so that answers send no mail. */
export async function getMyConversation(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'>,
  customer: Customer | undefined,
): Promise<Conversation | null> {
  const conversation = customer && (await findConversationOf(tx.db, customer));
  if (!conversation) return null;
  await noteSeen(tx.db, conversation, tx.clock.now());
  return toWireConversation(conversation, await showConversationMessages(tx, conversation.id));
}

export async function markMyConversationRead(
  { db }: Pick<Tx, 'db'>,
  customer: Customer | undefined,
  messageId: number,
): Promise<void> {
  const conversation = customer && (await findConversationOf(db, customer));
  if (!conversation || !(await hasMessage(db, conversation.id, messageId))) throw new AppError('not_found');
  await moveReadMark(db, conversation.id, 'customer', messageId);
}

export async function setStatuses(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { conversationIds, status }: { conversationIds: readonly number[]; status: Status },
): Promise<BulkAnswer<number>> {
  const { changed, ...answer } = await changeConversations(db, conversationIds, {
    isChanged: (conversation) => conversation.status !== status,
    reason: `Already ${status}`,
    set: { status },
    toAudit: (conversation) => ({
      actorId: actor.userId,
      action: 'conversation.status',
      before: { status: conversation.status },
      after: { status },
    }),
  });
  const events = changed.flatMap(({ id, userId }) =>
    userId === null ? [] : [{ to: userId, kind: 'chat' as const, subject: id }],
  );
  await publishLive(db, ...events);
  return answer;
}

/** Only the server issues tokens, so an unknown one is refused. */
async function isKnownVisitor(db: Db, visitorToken: string): Promise<boolean> {
  const visitor = customerOf(undefined, visitorToken) as Customer;
  if (await findConversationOf(db, visitor)) return true;
  const uploads = db
    .selectFrom('supportAttachments')
    .select('id')
    .where((eb) => eb.and(visitor));
  return (await uploads.limit(1).executeTakeFirst()) !== undefined;
}

/** A picture may be uploaded before the first message, when the visitor has no token yet. */
export async function visitorTokenFor(db: Db, given: string | undefined): Promise<string> {
  return given && (await isKnownVisitor(db, given)) ? given : newLinkToken();
}

export type Sending = {
  actor: Actor | undefined;
  /** The device and the network of a visitor. */
  from: { device: string; network: string };
  visitorToken: string | undefined;
  visitorEmail: string | undefined;
};

const NEW_PER_DEVICE = { max: 3, minutes: 60 };
const NEW_PER_NETWORK = { max: 300, minutes: 60 };

export async function sendMessage(
  context: Context,
  sending: Sending,
  draft: Draft,
): Promise<{ conversation: Conversation; visitor_token: string | null }> {
  refuseEmpty(draft);
  const { actor, from, visitorEmail } = sending;
  const visitorToken = actor ? null : await visitorTokenOf(context, sending, draft);
  const customer = customerOf(actor, visitorToken ?? undefined) as Customer;
  const known = await findConversationOf(context.db, customer);
  const needsAddress = !actor && !draft.bugReport && !known?.visitorEmail && !visitorEmail;
  if (needsAddress) {
    throw new AppError('invalid_request', {
      message: /*i18n*/ 'Enter your email so we can reply.',
      details: [{ path: 'visitor_email', message: 'Enter your email address so that we can reply' }],
    });
  }
  if (!actor && !known) {
    await consumeRateLimits(context, [
      { key: `support-new:${from.device}`, ...NEW_PER_DEVICE },
      { key: `support-new-from:${from.network}`, ...NEW_PER_NETWORK },
    ]);
  }
  const conversationId = await inTransaction(context, async (tx) => {
    const opening = { visitorEmail: visitorEmail ?? null, now: tx.clock.now() };
    const conversation = await openConversation(tx.db, customer, opening);
    await keepAddress(tx, conversation, visitorEmail);
    const author = { sender: 'customer' as const, userId: actor?.userId ?? null, uploader: customer };
    await writeMessage(tx, conversation, author, draft);
    return conversation.id;
  });
  const row = await findConversation(context.db, conversationId);
  if (!row) throw new AppError('not_found');
  const messages = await showConversationMessages(context, conversationId);
  return { conversation: toWireConversation(row, messages), visitor_token: visitorToken };
}

async function visitorTokenOf(
  { db, imageKeys }: Pick<Context, 'db' | 'imageKeys'>,
  { visitorToken }: Sending,
  draft: Draft,
): Promise<string> {
  // Derived from the key of the first message, so that resending that message finds the same conversation.
  if (!visitorToken) return signText(imageKeys, `support visitor ${draft.key}`);
  if (!(await isKnownVisitor(db, visitorToken))) throw new AppError('not_found');
  return visitorToken;
}

/** A visitor may report a bug without an email address and give one later. */
async function keepAddress(
  { db }: Pick<Tx, 'db'>,
  conversation: ConversationRow,
  visitorEmail: string | undefined,
): Promise<void> {
  if (conversation.userId !== null || conversation.visitorEmail || !visitorEmail) return;
  await db
    .updateTable('supportConversations')
    .set({ visitorEmail })
    .where('id', '=', conversation.id)
    .execute();
}

/** Safe to call concurrently: a customer never gets two conversations. */
async function openConversation(
  db: Db,
  customer: Customer,
  opening: { visitorEmail: string | null; now: Date },
): Promise<ConversationRow> {
  await db
    .insertInto('supportConversations')
    .values({
      ...customer,
      visitorEmail: 'userId' in customer ? null : opening.visitorEmail,
      lastMessageAt: opening.now,
      createdAt: opening.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const conversation = await findConversationOf(db, customer, { lock: true });
  // It was erased with the account while this call was waiting for it.
  if (!conversation) throw new AppError('userId' in customer ? 'token_invalid' : 'conflict');
  return conversation;
}

function findConversationOf(db: Db, customer: Customer, options: { lock?: boolean } = {}) {
  return selectConversations(db)
    .where((eb) => eb.and(customer))
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Records that the customer has the chat open, at most once per SEEN_STEP_SECONDS. */
async function noteSeen(db: Db, conversation: ConversationRow, now: Date): Promise<void> {
  const seenAt = conversation.customerSeenAt ? Date.parse(conversation.customerSeenAt) : 0;
  if (now.getTime() - seenAt < SEEN_STEP_SECONDS * 1000) return;
  await db
    .updateTable('supportConversations')
    .set({ customerSeenAt: now })
    .where('id', '=', conversation.id)
    .execute();
}

const SEEN_STEP_SECONDS = 20;
