import { sql } from 'kysely';
import type { InboxSort } from '#contract/endpoints/support.ts';
import { peopleMatching } from '#server/modules/accounts/people-matching.ts';
import type { Db } from '#server/platform/database.ts';
import { type Sender, type Status, selectConversations } from './conversations.queries.ts';

export type InboxEntry = Awaited<ReturnType<typeof listConversations>>[number];
export type InboxFilter = { status?: Status; hasBugReport?: boolean; text?: string };
export type InboxPage = InboxFilter & { sort: InboxSort; start: number; limit: number };

function selectInbox(db: Db) {
  return selectConversations(db)
    .select((eb) => [
      eb
        .selectFrom('supportMessages as message')
        .select('message.text')
        .whereRef('message.conversationId', '=', 'supportConversations.id')
        .orderBy('message.id', 'desc')
        .limit(1)
        .as('lastText'),
      eb
        .selectFrom('supportMessages as message')
        .select((count) => count.fn.countAll<number>().as('unread'))
        .whereRef('message.conversationId', '=', 'supportConversations.id')
        .whereRef('message.id', '>', 'supportConversations.staffReadId')
        .where('message.sender', '=', 'customer')
        .as('unread'),
    ])
    .$narrowType<{ status: Status; lastFrom: Sender }>();
}

/** Closed conversations never wait for an answer, so they are ordered by time alone. */
function orderOf(sort: InboxSort, status: Status | undefined) {
  const waits =
    status === 'open' ? sql`last_from = 'customer'` : sql`status = 'open' and last_from = 'customer'`;
  const answered =
    status === 'open' ? sql`last_from = 'staff'` : sql`status = 'closed' or last_from = 'staff'`;
  if (sort === 'newest' || status === 'closed') {
    const direction = sort === 'oldest_waiting' ? 'asc' : 'desc';
    return { first: undefined, direction } as const;
  }
  return sort === 'waiting'
    ? ({ first: { by: waits, direction: 'desc' }, direction: 'desc' } as const)
    : ({ first: { by: answered, direction: 'asc' }, direction: 'asc' } as const);
}

export function listConversations(db: Db, { sort, start, limit, ...filter }: InboxPage) {
  const { status, hasBugReport, text } = filter;
  const { first, direction } = orderOf(sort, status);
  let query = selectInbox(db);
  if (status) query = query.where('status', '=', status);
  if (hasBugReport !== undefined) query = query.where('hasBugReport', '=', hasBugReport);
  for (const condition of conditionsOf(db, text ?? '')) query = query.where(condition);
  if (first) query = query.orderBy(first.by, first.direction);
  return query
    .orderBy('lastMessageAt', direction)
    .orderBy('id', direction)
    .offset(start)
    .limit(limit)
    .execute();
}

const MOST_WORDS = 6;
/** The message index needs three letters: shorter words only search names, or narrow what longer words found. */
const SHORTEST_WORD = 3;
const isLong = (word: string) => word.length >= SHORTEST_WORD;

function conditionsOf(db: Db, text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const hasLong = words.some(isLong);
  return words.map((word) => isAbout(db, word, isLong(word) ? 'all' : hasLong ? 'its' : 'no'));
}

/** Searches names and e-mail addresses, plus all messages (`all`), those of the row (`its`) or none (`no`). */
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

export function findInboxEntry(db: Db, conversationId: number) {
  return selectInbox(db).where('id', '=', conversationId).executeTakeFirst();
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
