import type { ResponseOf } from '#contract/endpoint.ts';
import type { supportEndpoints } from '#contract/endpoints/support.ts';
import type { inboxList } from '#contract/lists/inbox.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { recordAudit, recordRead } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { moveReadMark } from './conversations.queries.ts';
import { findInboxEntry, inboxSource } from './inbox.queries.ts';
import { hasMessage } from './messages.queries.ts';
import { toWireInboxRow } from './support.wire.ts';
import { showConversationMessages } from './write-message.ts';

type FullConversation = ResponseOf<typeof supportEndpoints.getConversation>;

/** Provided by app.ts, because albums and orders belong to other modules. */
export type CustomerRecord = Pick<FullConversation, 'albums' | 'orders'>;
export type CustomerRecordOf = (db: Db, userId: number) => Promise<CustomerRecord>;

export async function getConversation(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'>,
  actor: Actor,
  conversationId: number,
  recordOf: CustomerRecordOf,
): Promise<FullConversation> {
  const row = await findInboxEntry(tx.db, conversationId);
  if (!row) throw new AppError('not_found');
  const people = await listPeople(tx.db, [row.userId]);
  if (row.userId !== null && row.userId !== actor.userId) {
    await recordRead(tx.db, { actorId: actor.userId, userId: row.userId, part: 'conversation' });
  }
  const record = row.userId === null ? { albums: [], orders: [] } : await recordOf(tx.db, row.userId);
  return {
    ...toWireInboxRow(row, people),
    messages: await showConversationMessages(tx, conversationId),
    ...record,
  };
}

/** One read mark is shared by all staff. */
export async function markConversationRead(
  { db }: Pick<Tx, 'db'>,
  { conversationId, messageId }: { conversationId: number; messageId: number },
): Promise<void> {
  if (!(await hasMessage(db, conversationId, messageId))) throw new AppError('not_found');
  if (!(await moveReadMark(db, conversationId, 'staff', messageId))) return;
  await publishLive(db, { to: 'staff', kind: 'inbox', subject: conversationId });
}

/** Exports are audited, because the file contains names and email addresses. */
export async function recordInboxExport(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  filters: FilterValues<typeof inboxList>,
): Promise<void> {
  const { total } = await inboxSource.count(db, filters);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'conversations.export',
    subject: 'conversations',
    after: { filter: filters, conversations: total },
  });
}
