import type { BulkAnswer } from '#contract/lists/list.ts';
import type { Tx } from '#server/context.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { lockConversations, type Status, setStatus } from './conversations.queries.ts';

export async function setStatuses(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { conversationIds, status }: { conversationIds: readonly number[]; status: Status },
): Promise<BulkAnswer<number>> {
  const found = await lockConversations(db, conversationIds);
  const changed = found.filter((conversation) => conversation.status !== status);
  const ids = changed.map(({ id }) => id);
  const known = new Set(found.map(({ id }) => id));
  const refused = [...new Set(conversationIds)]
    .filter((id) => !ids.includes(id))
    .map((id) => ({ id, reason: known.has(id) ? `Already ${status}` : 'Not found' }));
  if (ids.length === 0) return { done: [], refused };
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
  return { done: ids, refused };
}
