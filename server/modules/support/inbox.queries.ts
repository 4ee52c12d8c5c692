import { sql } from 'kysely';
import { inboxList } from '#contract/lists/inbox.ts';
import { listPeople, peopleMatching } from '#server/modules/accounts/find-people.ts';
import type { Db } from '#server/platform/database/database.ts';
import { sortPart, sqlList } from '#server/platform/lists/list-source.ts';
import type { InboxEntry } from './conversations.queries.ts';
import { toWireInboxRow } from './support.wire.ts';

const INBOX_COLUMNS = sql`support_conversations.*,
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
  where: ({ status = 'open', bugs, q = '' }, db) => [
    sql<boolean>`status = ${status}`,
    ...(bugs ? [sql<boolean>`has_bug_report`] : []),
    ...conditionsOf(db, q),
  ],
  toRows: async (rows, db) => {
    const people = await listPeople(
      db,
      rows.map(({ userId }) => userId),
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
  const pattern = `%${word.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
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

export async function findInboxEntry(db: Db, conversationId: number): Promise<InboxEntry | undefined> {
  const { rows } = await sql<InboxEntry>`
    select ${INBOX_COLUMNS} from support_conversations where id = ${conversationId}`.execute(db);
  return rows[0];
}

export async function countWaiting(db: Db): Promise<number> {
  const { waiting } = await db
    .selectFrom('supportConversations')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('status', '=', 'open')
    .where('lastFrom', '=', 'customer')
    .executeTakeFirstOrThrow();
  return waiting;
}
