import type { Tx } from '#server/context.ts';
import { recordAudits } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { lockConversations, type Status, setStatus } from './conversations.queries.ts';

/** Returns the conversations whose status changed. */
export async function setStatuses(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { conversationIds, status }: { conversationIds: readonly number[]; status: Status },
): Promise<number[]> {
  const found = await lockConversations(db, conversationIds);
  const changed = found.filter((conversation) => conversation.status !== status);
  if (changed.length === 0) return [];
  const ids = changed.map(({ id }) => id);
  await setStatus(db, ids, status);
  await recordAudits(
    db,
    changed.map((conversation) => ({
      actorId: actor.userId,
      action: 'conversation.status',
      subject: `conversation:${conversation.id}`,
      before: { status: conversation.status },
      after: { status },
    })),
  );
  await tell(db, { to: 'staff', kind: 'inbox', subject: ids.length === 1 ? ids[0] : null });
  const news = changed.flatMap(({ id, userId }) =>
    userId === null ? [] : [{ to: userId, kind: 'chat' as const, subject: id }],
  );
  await tell(db, ...news);
  return ids;
}

export async function setConversationStatus(
  tx: Pick<Tx, 'db'>,
  actor: Actor,
  { conversationId, status }: { conversationId: number; status: Status },
): Promise<void> {
  const [conversation] = await lockConversations(tx.db, [conversationId]);
  if (!conversation) throw new AppError('not_found');
  await setStatuses(tx, actor, { conversationIds: [conversationId], status });
}
