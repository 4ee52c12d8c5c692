import type { Conversation } from '#contract/endpoints/support.ts';
import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { findConversationOf, moveReadMark, noteSeen } from './conversations.queries.ts';
import type { Customer } from './customer.ts';
import { hasMessage } from './messages.queries.ts';
import { showConversationMessages } from './show-messages.ts';
import { toWireConversation } from './support.wire.ts';

/** Also records that the customer is present, so that answers need no mail. */
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
