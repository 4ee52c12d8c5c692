import type { Conversation, SupportMessage } from '#contract/endpoints/support.ts';
import type { InboxRow } from '#contract/entities/staff-rows.ts';
import type { Tx } from '#server/context.ts';
import type { Person } from '#server/modules/accounts/find-people.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { type AttachmentRow, attachmentAddress } from './attachments.ts';
import type { ConversationRow, InboxEntry, MessageRow } from './conversations.queries.ts';

type People = ReadonlyMap<number, Person>;

const MAX_PREVIEW = 160;

export function toWireAttachment(tx: Pick<Tx, 'imageKeys' | 'clock'>, row: AttachmentRow) {
  return { id: row.id, url: attachmentAddress(tx, row.id), width: row.width, height: row.height };
}

export function toWireMessage(
  tx: Pick<Tx, 'imageKeys' | 'clock'>,
  row: MessageRow,
  parts: { people: People; attachments: AttachmentRow[]; siteName: string },
): SupportMessage {
  const author = row.authorId === null ? undefined : parts.people.get(row.authorId);
  return {
    id: row.id,
    from: row.sender,
    author_name: row.sender === 'staff' ? author?.firstName || parts.siteName : (author?.name ?? 'Visitor'),
    text: row.text,
    attachments: parts.attachments
      .filter((attachment) => attachment.messageId === row.id)
      .map((attachment) => toWireAttachment(tx, attachment)),
    bug_report: row.bugReport,
    created_at: toIso(row.createdAt),
  };
}

export function toWireConversation(row: ConversationRow, messages: SupportMessage[]): Conversation {
  const unread = messages.filter(({ from, id }) => from === 'staff' && id > row.customerReadId);
  return { id: row.id, status: row.status, unread: unread.length, messages };
}

export function toWireInboxRow(row: InboxEntry, people: People): InboxRow {
  const person = row.userId === null ? undefined : people.get(row.userId);
  return {
    id: row.id,
    status: row.status,
    has_bug_report: row.hasBugReport,
    customer: {
      user: row.userId,
      name: person?.name ?? 'Visitor',
      email: person?.email ?? row.visitorEmail ?? '',
    },
    unread: row.unread ?? 0,
    last_from: row.lastFrom,
    last_text: (row.lastText ?? '').slice(0, MAX_PREVIEW),
    last_message_at: toIso(row.lastMessageAt),
    assignee:
      row.assigneeId === null
        ? null
        : { id: row.assigneeId, name: people.get(row.assigneeId)?.name ?? 'Former staff' },
    tags: row.tags,
  };
}
