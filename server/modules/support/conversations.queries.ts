import { anyOf, type Db } from '#server/platform/database.ts';
import type { Customer } from './customer.ts';

export type Sender = 'customer' | 'staff';
export type Status = 'open' | 'closed';
export type ConversationRow = NonNullable<Awaited<ReturnType<typeof findConversation>>>;

export function selectConversations(db: Db) {
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
    .where((eb) =>
      'userId' in customer
        ? eb('userId', '=', customer.userId)
        : eb('visitorTokenHash', '=', customer.visitorTokenHash),
    )
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Of two first messages at the same moment one opens the conversation, and both are in it. */
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
  if (!conversation) throw new Error('a conversation vanished while it was opened');
  return conversation;
}

/** An answer leaves a closed conversation closed; a customer's word opens it. */
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

/** In id order, as everyone who takes several: two at once wait, they do not deadlock. */
export function lockConversations(db: Db, conversationIds: readonly number[]) {
  return selectConversations(db).where('id', '=', anyOf(conversationIds)).orderBy('id').forUpdate().execute();
}

export async function setStatus(db: Db, conversationIds: readonly number[], status: Status): Promise<void> {
  await db.updateTable('supportConversations').set({ status }).where('id', 'in', conversationIds).execute();
}

/** Never backwards: of two open windows the one that has read more counts. Answers whether anything changed. */
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

/** A page that asks is a page that is open; written down now and then, not at every look. */
export async function noteSeen(db: Db, conversation: ConversationRow, now: Date): Promise<void> {
  const seenAt = conversation.customerSeenAt ? Date.parse(conversation.customerSeenAt) : 0;
  if (now.getTime() - seenAt < SEEN_STEP_SECONDS * 1000) return;
  await db
    .updateTable('supportConversations')
    .set({ customerSeenAt: now })
    .where('id', '=', conversation.id)
    .execute();
}
