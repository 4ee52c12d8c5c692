import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, done, email, id, idParams, isoTimestamp, requiredText, text } from '../primitives.ts';

const tag = 'Support';

export const MAX_ATTACHMENTS = 4;
export const MAX_MESSAGE_LENGTH = 4_000;
const MAX_ATTACHMENT_BYTES = 8 * 1024 * 1024;

/** Of a visitor without an account: names their one conversation, kept by their browser. */
const visitorToken = z.string().min(20).max(100);

const attachment = z.object({ id, url: z.string(), width: count, height: count });

const bugReport = z.object({
  page: z.string(),
  browser: z.string(),
  version: z.string(),
  errors: z.array(z.string()),
  request_ids: z.array(z.string()),
});

const message = z.object({
  id,
  from: z.enum(['customer', 'staff']),
  author_name: z.string(),
  text: z.string(),
  attachments: z.array(attachment),
  bug_report: bugReport.nullable(),
  created_at: isoTimestamp,
});
export type SupportMessage = z.output<typeof message>;

const conversation = z.object({
  id,
  status: z.enum(['open', 'closed']),
  unread: count,
  messages: z.array(message),
});
export type Conversation = z.output<typeof conversation>;

const inboxRow = z.object({
  id,
  status: z.enum(['open', 'closed']),
  has_bug_report: z.boolean(),
  customer: z.object({ user: id.nullable(), name: z.string(), email: z.string() }),
  unread: count,
  /** Who wrote last: an open conversation whose last word is the customer's waits for us. */
  last_from: z.enum(['customer', 'staff']),
  last_text: z.string(),
  last_message_at: isoTimestamp,
});
export type InboxRow = z.output<typeof inboxRow>;

export const INBOX_SORTS = ['waiting', 'newest', 'oldest_waiting'] as const;
export type InboxSort = (typeof INBOX_SORTS)[number];

export const INBOX_PAGE = 100;
const MAX_INBOX_START = 100_000;
export const MAX_EXPORTED_CONVERSATIONS = 5_000;
export const MAX_CONVERSATIONS_AT_ONCE = 200;

/** `q`: each of its words in the name, the e-mail address or (from three letters on) a message. */
const inboxFilter = {
  status: z.enum(['open', 'closed', 'all']).default('open'),
  bugs: z.enum(['true', 'false']).optional(),
  q: text(254).optional(),
  sort: z.enum(INBOX_SORTS).default('waiting'),
};

const newMessage = {
  text: text(MAX_MESSAGE_LENGTH),
  attachments: z.array(id).max(MAX_ATTACHMENTS),
};

export const supportEndpoints = {
  getMyConversation: endpoint({
    method: 'POST',
    path: '/support/my-conversation',
    access: 'public',
    tag,
    summary: 'The conversation of whoever is logged in, or of a visitor by their token; and when we answer',
    body: z.strictObject({ visitor_token: visitorToken.optional() }),
    response: z.object({ conversation: conversation.nullable(), hours: z.string() }),
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/support/messages',
    access: 'public',
    tag,
    summary: 'Write to support; a visitor gives an e-mail address the first time and a token from then on',
    body: z.strictObject({
      ...newMessage,
      /** Made by the browser: the same message sent twice is one. */
      key: z.uuid(),
      visitor_email: email.optional(),
      visitor_token: visitorToken.optional(),
    }),
    response: z.object({ conversation, visitor_token: z.string().nullable() }),
  }),
  reportBug: endpoint({
    method: 'POST',
    path: '/support/bug-reports',
    access: 'public',
    tag,
    summary: 'Report a bug: lands in the same inbox; a visitor may leave the e-mail address out',
    body: z.strictObject({
      text: requiredText(MAX_MESSAGE_LENGTH),
      attachments: z.array(id).max(1),
      key: z.uuid(),
      visitor_email: email.optional(),
      visitor_token: visitorToken.optional(),
      page: text(500),
      browser: text(500),
      errors: z.array(text(1_000)).max(10),
      request_ids: z.array(text(64)).max(10),
    }),
    response: z.object({ conversation, visitor_token: z.string().nullable() }),
  }),
  attachPicture: endpoint({
    method: 'POST',
    path: '/support/attachments',
    access: 'public',
    tag,
    summary: 'Upload a picture for the next message (the body is the picture)',
    query: z.strictObject({ visitor_token: visitorToken.optional() }),
    picture: { maxBytes: MAX_ATTACHMENT_BYTES },
    /** A visitor who has no token yet gets one: the message to come is theirs by it. */
    response: attachment.extend({ visitor_token: z.string().nullable() }),
  }),
  getAttachment: endpoint({
    method: 'GET',
    path: '/support/attachments/:token',
    access: 'public',
    tag,
    summary: 'The picture behind the address of an attachment',
    params: z.strictObject({ token: z.string().min(20).max(300) }),
    response: z.unknown(),
    raw: true,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/support/read',
    access: 'public',
    tag,
    summary: 'The customer has read up to here',
    body: z.strictObject({ visitor_token: visitorToken.optional(), message: id }),
    response: done,
  }),
  listInbox: endpoint({
    method: 'GET',
    path: '/support/conversations',
    access: 'customers',
    tag,
    summary: 'Conversations, a page at a time; unless told otherwise those that wait for us first',
    query: z.strictObject({
      ...inboxFilter,
      start: z.coerce.number().int().min(0).max(MAX_INBOX_START).default(0),
      limit: z.coerce.number().int().min(1).max(INBOX_PAGE).default(INBOX_PAGE),
    }),
    response: z.array(inboxRow),
  }),
  exportInbox: endpoint({
    method: 'POST',
    path: '/support/conversations/export',
    access: 'customers',
    tag,
    summary: `The conversations that a filter lets through, at most ${MAX_EXPORTED_CONVERSATIONS}; recorded`,
    body: z.strictObject(inboxFilter),
    response: z.array(inboxRow),
  }),
  setStatuses: endpoint({
    method: 'POST',
    path: '/support/conversations/status',
    access: 'customers',
    tag,
    summary: 'Close several conversations, or open them again; answers with those that this call changed',
    body: z.strictObject({
      conversations: z.array(id).min(1).max(MAX_CONVERSATIONS_AT_ONCE),
      status: z.enum(['open', 'closed']),
    }),
    response: z.object({ changed: z.array(id) }),
  }),
  countInbox: endpoint({
    method: 'GET',
    path: '/support/conversations/count',
    access: 'customers',
    tag,
    summary: 'How many conversations wait for an answer',
    response: z.object({ waiting: count }),
  }),
  getConversation: endpoint({
    method: 'GET',
    path: '/support/conversations/:id',
    access: 'customers',
    tag,
    summary: "One conversation with the customer's albums and orders beside it",
    params: idParams,
    response: inboxRow.extend({
      messages: z.array(message),
      albums: z.array(
        z.object({ album: id, title: z.string(), event: z.string(), owned: z.boolean(), views_used: count }),
      ),
      orders: z.array(
        z.object({ id, status: z.string(), total: count, created_at: isoTimestamp, title: z.string() }),
      ),
    }),
  }),
  answerConversation: endpoint({
    method: 'POST',
    path: '/support/conversations/:id/messages',
    access: 'customers',
    tag,
    summary: 'Answer a customer; by e-mail too when they are away',
    params: idParams,
    body: z.strictObject({ ...newMessage, key: z.uuid() }),
    response: message,
  }),
  setConversationStatus: endpoint({
    method: 'POST',
    path: '/support/conversations/:id/status',
    access: 'customers',
    tag,
    summary: 'Close a conversation, or open it again; a new message of the customer opens it too',
    params: idParams,
    body: z.strictObject({ status: z.enum(['open', 'closed']) }),
    response: done,
  }),
  markConversationRead: endpoint({
    method: 'POST',
    path: '/support/conversations/:id/read',
    access: 'customers',
    tag,
    summary: 'Staff have read up to here',
    params: idParams,
    body: z.strictObject({ message: id }),
    response: done,
  }),
};
