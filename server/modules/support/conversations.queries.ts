import type { Updateable } from 'kysely';
import type { BulkAnswer } from '#contract/lists/list.ts';
import { type AuditEntry, recordAudits } from '#server/platform/audit/audit.ts';
import type { SupportConversations } from '#server/platform/database/database.gen.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { hashSecret } from '#server/platform/security/secrets.ts';

export type Sender = 'customer' | 'staff';
export type Status = 'open' | 'closed';
export type ConversationRow = NonNullable<Awaited<ReturnType<typeof findConversation>>>;
export type InboxEntry = ConversationRow & { lastText: string | null; unread: number };

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

type Change = {
  isChanged: (conversation: ConversationRow) => boolean;
  /** Why a conversation is left as it is. */
  reason: string;
  set: Updateable<SupportConversations>;
  toAudit: (conversation: ConversationRow) => Omit<AuditEntry, 'subject'>;
};

export async function changeConversations(
  db: Db,
  conversationIds: readonly number[],
  { isChanged, reason, set, toAudit }: Change,
): Promise<BulkAnswer<number> & { changed: ConversationRow[] }> {
  // The order of the locks avoids deadlocks.
  const found = await selectConversations(db)
    .where('id', '=', anyOf(conversationIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  const changed = found.filter(isChanged);
  const done = changed.map(({ id }) => id);
  const known = new Set(found.map(({ id }) => id));
  const refused = [...new Set(conversationIds)]
    .filter((id) => !done.includes(id))
    .map((id) => ({ id, reason: known.has(id) ? reason : 'Not found' }));
  if (done.length === 0) return { done, refused, changed };
  await db.updateTable('supportConversations').set(set).where('id', '=', anyOf(done)).execute();
  await recordAudits(
    db,
    changed.map((one) => ({ ...toAudit(one), subject: `conversation:${one.id}` })),
  );
  await publishLive(db, { to: 'staff', kind: 'inbox', subject: done.length === 1 ? done[0] : null });
  return { done, refused, changed };
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

/** Either an account or a visitor's browser. The keys are column names of the support tables. */
export type Customer = { userId: number } | { visitorTokenHash: Buffer };

export function customerOf(actor: Actor | undefined, visitorToken: string | undefined): Customer | undefined {
  if (actor) return { userId: actor.userId };
  return visitorToken ? { visitorTokenHash: hashSecret(visitorToken) } : undefined;
}

const MAX_SHOWN = 200;

export type BugReport = {
  page: string;
  browser: string;
  version: string;
  errors: string[];
  request_ids: string[];
};

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

export function selectMessages(db: Db) {
  return db
    .selectFrom('supportMessages')
    .selectAll()
    .$narrowType<{ sender: Sender; bugReport: BugReport | null }>();
}

/** The newest messages, oldest first. */
export async function listMessages(db: Db, conversationId: number) {
  const newest = await selectMessages(db)
    .where('conversationId', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  return newest.reverse();
}

export async function hasMessage(db: Db, conversationId: number, messageId: number): Promise<boolean> {
  const message = await db
    .selectFrom('supportMessages')
    .select('id')
    .where('conversationId', '=', conversationId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  return message !== undefined;
}
