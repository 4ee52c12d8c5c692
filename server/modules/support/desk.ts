// Shared work of support staff: assignees, tags and canned replies.
import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { type CannedReply, MAX_TAGS, type supportEndpoints } from '#contract/endpoints/support.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import type { Tx } from '#server/context.ts';
import { listColleagues } from '#server/modules/accounts/find-people.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, recordChange, selectVersion, versionOf } from '#server/platform/audit/versions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { changeConversations, findConversation } from './conversations.queries.ts';

const MAX_TAGS_SHOWN = 200;
const MAX_REPLIES = 200;

export async function getDesk(db: Db): Promise<ResponseOf<typeof supportEndpoints.getDesk>> {
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from support_conversations where tags <> '{}'
    order by tag limit ${MAX_TAGS_SHOWN}`.execute(db);
  return {
    staff: await listColleagues(db),
    tags: rows.map(({ tag }) => tag),
    replies: await listReplies(db),
  };
}

type Assignment = { conversationIds: readonly number[]; assignee: number | null };

export async function assignConversations(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { conversationIds, assignee }: Assignment,
): Promise<BulkAnswer<number>> {
  if (assignee !== null && !(await listColleagues(db)).some(({ id }) => id === assignee)) {
    throw new AppError('invalid_request', { message: 'Choose someone who answers customers.' });
  }
  const { changed: _changed, ...answer } = await changeConversations(db, conversationIds, {
    isChanged: ({ assigneeId }) => assigneeId !== assignee,
    reason: 'Already assigned',
    set: { assigneeId: assignee },
    toAudit: ({ assigneeId }) => ({
      actorId: actor.userId,
      action: 'conversation.assign',
      before: { assignee: assigneeId },
      after: { assignee },
    }),
  });
  return answer;
}

type TagChange = { conversationId: number; add?: readonly string[]; remove?: readonly string[] };

/** Adds and removes single tags, so that two colleagues do not overwrite each other. */
export async function changeTags(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { conversationId, add = [], remove = [] }: TagChange,
): Promise<{ tags: string[] }> {
  const conversation = await findConversation(db, conversationId, { lock: true });
  if (!conversation) throw new AppError('not_found');
  const gone = new Set(remove);
  const tags = [...new Set([...conversation.tags, ...add])].filter((tag) => !gone.has(tag)).toSorted();
  if (tags.length > MAX_TAGS) {
    throw new AppError('too_many', { message: `A conversation can have up to ${MAX_TAGS} tags.` });
  }
  if (tags.join('\n') === conversation.tags.join('\n')) return { tags };
  await db.updateTable('supportConversations').set({ tags }).where('id', '=', conversationId).execute();
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'conversation.tags',
    subject: `conversation:${conversationId}`,
    before: { tags: conversation.tags },
    after: { tags },
  });
  await publishLive(db, { to: 'staff', kind: 'inbox', subject: conversationId });
  return { tags };
}

function listReplies(db: Db): Promise<CannedReply[]> {
  return db
    .selectFrom('cannedReplies')
    .select(['id', 'title', 'text', selectVersion(sql`'reply:' || canned_replies.id`).as('version')])
    .orderBy(sql`search_text(title)`)
    .limit(MAX_REPLIES)
    .execute();
}

type ReplyText = Pick<CannedReply, 'title' | 'text'>;

export async function addReply({ db }: Pick<Tx, 'db'>, actor: Actor, reply: ReplyText): Promise<CannedReply> {
  const all = await lockReplies(db);
  requireFreeTitle(all, reply);
  if (all.length >= MAX_REPLIES) {
    throw new AppError('too_many', {
      message: `You can keep up to ${MAX_REPLIES} replies. Delete one first.`,
    });
  }
  const added = await db
    .insertInto('cannedReplies')
    .values(reply)
    .returning(['id', 'title', 'text'])
    .executeTakeFirstOrThrow();
  const subject = subjectOf(added.id);
  await recordAudit(db, { actorId: actor.userId, action: 'reply.create', subject, after: reply });
  return { ...added, version: 0 };
}

type ReplyEdit = BodyOf<typeof supportEndpoints.changeReply>;

export async function changeReply(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { replyId, edit: { version, ...edit } }: { replyId: number; edit: ReplyEdit },
): Promise<CannedReply> {
  const all = await lockReplies(db);
  const found = all.find(({ id }) => id === replyId);
  if (!found) throw new AppError('not_found');
  const subject = subjectOf(replyId);
  await checkVersion(db, { subject, version, edit });
  const { id, version: _version, ...before } = found;
  const after = { title: edit.title ?? before.title, text: edit.text ?? before.text };
  requireFreeTitle(all, { id, ...after });
  await db.updateTable('cannedReplies').set(after).where('id', '=', id).execute();
  await recordChange(db, { actorId: actor.userId, action: 'reply.update', subject, before, after });
  return { id, ...after, version: await versionOf(db, subject) };
}

/** Saves wait for each other, so that titles stay unique and the limit holds. */
async function lockReplies(db: Db): Promise<CannedReply[]> {
  await sql`lock table canned_replies in share row exclusive mode`.execute(db);
  return listReplies(db);
}

function requireFreeTitle(all: readonly CannedReply[], { id, title }: ReplyText & { id?: number }): void {
  if (!all.some((one) => one.title === title && one.id !== id)) return;
  throw new AppError('already_exists', { message: 'Another reply has this title.' });
}

const subjectOf = (replyId: number) => `reply:${replyId}`;

export async function deleteReply({ db }: Pick<Tx, 'db'>, actor: Actor, replyId: number): Promise<void> {
  const gone = await db
    .deleteFrom('cannedReplies')
    .where('id', '=', replyId)
    .returning(['title', 'text'])
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const subject = subjectOf(replyId);
  await recordAudit(db, { actorId: actor.userId, action: 'reply.delete', subject, before: gone });
}
