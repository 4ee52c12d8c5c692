import type { Conversation } from '#contract/endpoints/support.ts';
import { AppError } from '#server/platform/errors.ts';
import { findConversationOf, moveReadMark, noteSeen } from './conversations.queries.ts';
import type { Customer } from './customer.ts';
import { hasMessage } from './messages.queries.ts';
import { type ShowWorld, showConversationMessages } from './show-messages.ts';
import { toWireConversation } from './support.wire.ts';

/** Null before the first message. Whoever asks is there: answers then need no mail. */
export async function getMyConversation(
  world: ShowWorld,
  customer: Customer | undefined,
): Promise<Conversation | null> {
  const conversation = customer && (await findConversationOf(world.db, customer));
  if (!conversation) return null;
  await noteSeen(world.db, conversation, world.clock.now());
  return toWireConversation(conversation, await showConversationMessages(world, conversation.id));
}

export async function markMyConversationRead(
  { db }: Pick<ShowWorld, 'db'>,
  customer: Customer | undefined,
  messageId: number,
): Promise<void> {
  const conversation = customer && (await findConversationOf(db, customer));
  if (!conversation || !(await hasMessage(db, conversation.id, messageId))) throw new AppError('not_found');
  await moveReadMark(db, conversation.id, 'customer', messageId);
}
