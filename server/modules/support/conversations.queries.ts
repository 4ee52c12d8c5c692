import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type KeyRing, signText } from '#server/platform/security/key-ring.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';

export type Sender = 'customer' | 'staff';
export type Status = 'open' | 'closed';
export type ConversationRow = NonNullable<Awaited<ReturnType<typeof findConversation>>>;
export type InboxEntry = ConversationRow & { lastText: string | null; unread: number };

function selectConversations(db: Db) {
  return db
    .selectFrom('supportConversations')
    .selectAll('supportConversations')
    .$narrowType<{ status: Status; lastFrom: Sender }>();
}

export function findConversation(db: Db, conversationId: number, options: { lock?: boolean } = {}) {
  return selectConversations(db)
    .where('id', '=', conversationId)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function findConversationOf(db: Db, customer: Customer, options: { lock?: boolean } = {}) {
  return selectConversations(db)
    .where((eb) => eb.and(customer))
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Safe to call concurrently: a customer never gets two conversations. */
export async function openConversation(
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

/** A customer's message reopens a closed conversation; an answer from staff does not. */
export async function noteMessage(
  db: Db,
  conversationId: number,
  message: { from: Sender; isBugReport: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable('supportConversations')
    .set({
      lastFrom: message.from,
      lastMessageAt: message.now,
      ...(message.isBugReport ? { hasBugReport: true } : {}),
      ...(message.from === 'customer' ? { status: 'open' } : {}),
    })
    .where('id', '=', conversationId)
    .execute();
}

export async function setVisitorEmail(db: Db, conversationId: number, visitorEmail: string): Promise<void> {
  await db
    .updateTable('supportConversations')
    .set({ visitorEmail })
    .where('id', '=', conversationId)
    .execute();
}

/** Locks in id order to avoid deadlocks. */
export function lockConversations(db: Db, conversationIds: readonly number[]) {
  return selectConversations(db).where('id', '=', anyOf(conversationIds)).orderBy('id').forUpdate().execute();
}

export async function setStatus(db: Db, conversationIds: readonly number[], status: Status): Promise<void> {
  await db
    .updateTable('supportConversations')
    .set({ status })
    .where('id', '=', anyOf(conversationIds))
    .execute();
}

/** The mark only moves forward. Returns whether it moved. */
export async function moveReadMark(
  db: Db,
  conversationId: number,
  reader: Sender,
  messageId: number,
): Promise<boolean> {
  const column = reader === 'customer' ? 'customerReadId' : 'staffReadId';
  const { numUpdatedRows } = await db
    .updateTable('supportConversations')
    .set({ [column]: messageId })
    .where('id', '=', conversationId)
    .where(column, '<', messageId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

const SEEN_STEP_SECONDS = 20;

/** Records that the customer has the chat open, at most once per SEEN_STEP_SECONDS. */
export async function noteSeen(db: Db, conversation: ConversationRow, now: Date): Promise<void> {
  const seenAt = conversation.customerSeenAt ? Date.parse(conversation.customerSeenAt) : 0;
  if (now.getTime() - seenAt < SEEN_STEP_SECONDS * 1000) return;
  await db
    .updateTable('supportConversations')
    .set({ customerSeenAt: now })
    .where('id', '=', conversation.id)
    .execute();
}

/** Either an account or a visitor's browser. The keys are column names of the support tables. */
export type Customer = { userId: number } | { visitorTokenHash: Buffer };

export function customerOf(actor: Actor | undefined, visitorToken: string | undefined): Customer | undefined {
  if (actor) return { userId: actor.userId };
  return visitorToken ? { visitorTokenHash: hashSecret(visitorToken) } : undefined;
}

/** Derived from the first message's key, so that resending that message finds the same conversation. */
export function firstVisitorToken(keys: KeyRing, messageKey: string): string {
  return signText(keys, `support visitor ${messageKey}`);
}
