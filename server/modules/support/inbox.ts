import { sql } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { supportEndpoints } from '#contract/endpoints/support.ts';
import { inboxList } from '#contract/lists/inbox.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import type { Tx } from '#server/context.ts';
import { listPeople, peopleMatching } from '#server/modules/accounts/find-people.ts';
import { recordAudit, recordRead } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { containing } from '#server/platform/lists/keywords.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { hasMessage, type InboxEntry, moveReadMark } from './conversations.queries.ts';
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
  const people = await listPeople(tx.db, [row.userId, row.assigneeId]);
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

export async function findInboxEntry(db: Db, conversationId: number): Promise<InboxEntry | undefined> {
  const { rows } = await sql<InboxEntry>`
    select ${INBOX_COLUMNS} from support_conversations where id = ${conversationId}`.execute(db);
  return rows[0];
}

export const INBOX_COLUMNS = sql`support_conversations.*,
  (select text from support_messages message where message.conversation_id = support_conversations.id
    order by message.id desc limit 1) as last_text,
  (select count(*) from support_messages message where message.conversation_id = support_conversations.id
    and message.id > staff_read_id and message.sender = 'customer') as unread`;

const lastMessageAt = sortPart('last_message_at', 'timestamptz');

export const inboxSource = sqlList<typeof inboxList, InboxEntry>(inboxList, {
  from: sql`support_conversations`,
  select: INBOX_COLUMNS,
  id: sortPart('support_conversations.id', 'bigint'),
  // Closed conversations never wait for an answer, so they are sorted by time alone.
  sorts: ({ status }) => ({
    waiting:
      status === 'closed' ? [lastMessageAt] : [sortPart("last_from = 'customer'", 'boolean'), lastMessageAt],
    oldest_waiting:
      status === 'closed' ? [lastMessageAt] : [sortPart("last_from = 'staff'", 'boolean'), lastMessageAt],
    last_message_at: [lastMessageAt],
  }),
  where: ({ status = 'open', bugs, assignee, tag, q = '' }, db) => [
    sql<boolean>`status = ${status}`,
    ...(assignee === 'nobody' ? [sql<boolean>`assignee_id is null`] : []),
    ...(typeof assignee === 'number' ? [sql<boolean>`assignee_id = ${assignee}`] : []),
    ...(tag ? [sql<boolean>`tags @> array[${tag.toLowerCase()}::text]`] : []),
    ...(bugs ? [sql<boolean>`has_bug_report`] : []),
    ...conditionsOf(db, q),
  ],
  toRows: async (rows, db) => {
    const people = await listPeople(
      db,
      rows.flatMap(({ userId, assigneeId }) => [userId, assigneeId]),
    );
    return rows.map((row) => toWireInboxRow(row, people));
  },
});

const MAX_WORDS = 6;
/** The message index needs three letters: shorter words only search names, or narrow what longer words found. */
const SHORTEST_WORD = 3;
const isLong = (word: string) => word.length >= SHORTEST_WORD;

function conditionsOf(db: Db, text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const hasLong = words.some(isLong);
  return words.map((word) => isAbout(db, word, isLong(word) ? 'all' : hasLong ? 'its' : 'no'));
}

/** Searches names and email addresses, plus all messages (`all`), those of the row (`its`) or none (`no`). */
function isAbout(db: Db, word: string, messages: 'all' | 'its' | 'no') {
  const pattern = containing(word);
  const matching = db
    .selectFrom('supportMessages')
    .select('conversationId')
    .where(sql<string>`lower(text)`, 'like', pattern);
  const inMessages = {
    all: sql`or support_conversations.id in (${matching})`,
    its: sql`or exists (${matching.where('conversationId', '=', sql<number>`support_conversations.id`)})`,
    no: sql``,
  };
  return sql<boolean>`(
    user_id in (${peopleMatching(db, word)}) or lower(visitor_email::text) like ${pattern} ${inMessages[messages]})`;
}
