import type { SupportMessage } from '#contract/endpoints/support.ts';
import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { findConversation } from './conversations.queries.ts';
import { findMessage } from './messages.queries.ts';
import { showMessages } from './show-messages.ts';
import { type Draft, refuseEmpty, writeMessage } from './write-message.ts';

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
  const row = await findMessage(tx.db, conversationId, draft.key);
  const [message] = row ? await showMessages(tx, [row]) : [];
  if (!message) throw new AppError('not_found');
  return message;
}
