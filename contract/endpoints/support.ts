import { z } from 'zod';
import { inboxRow } from '#contract/entities/staff-rows.ts';
import { endpointsOf } from '../endpoint.ts';
import { inboxList, MAX_CONVERSATIONS_AT_ONCE } from '../lists/inbox.ts';
import { bulkAnswer, listEndpoints } from '../lists/list.ts';
import {
  count,
  done,
  email,
  id,
  idParams,
  isoTimestamp,
  requiredText,
  text,
  version,
} from '../primitives.ts';

const tag = 'Support';
const endpoint = endpointsOf(tag);

export const MAX_ATTACHMENTS = 4;
export const MAX_MESSAGE_LENGTH = 4_000;
const MAX_ATTACHMENT_BYTES = 8 * 1024 * 1024;

/** Identifies the conversation of a visitor without an account; their browser stores it. */
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

export const MAX_TAGS = 8;
export const MAX_TAG_LENGTH = 30;
/** A letter may become two in lower case, so the length is that of what is stored. */
const tagName = z.string().trim().toLowerCase().min(1).max(MAX_TAG_LENGTH);
const tagNames = z.array(tagName).max(MAX_TAGS);

/** An answer that staff insert; `{name}` and `{order}` stand for the customer's first name and newest order. */
export const cannedReply = z.strictObject({
  title: requiredText(80),
  text: requiredText(MAX_MESSAGE_LENGTH),
});
const savedReply = cannedReply.extend({ id, version });
export type CannedReply = z.output<typeof savedReply>;

const newMessage = {
  text: text(MAX_MESSAGE_LENGTH),
  attachments: z.array(id).max(MAX_ATTACHMENTS),
};

const MESSAGE_LIMITS = [
  { name: 'support', per: 'caller', max: 20, minutes: 10 },
  { name: 'support', per: 'address', max: 600, minutes: 10 },
] as const;

export const supportEndpoints = {
  getMyConversation: endpoint('POST /support/my-conversation', {
    access: 'public',
    summary: "Get the customer's or visitor's conversation, and the support hours",
    body: z.strictObject({ visitor_token: visitorToken.optional() }),
    response: z.object({ conversation: conversation.nullable(), hours: z.string() }),
  }),
  sendMessage: endpoint('POST /support/messages', {
    access: 'public',
    summary: 'Write to support; a visitor gives an email address first and a token from then on',
    body: z.strictObject({
      ...newMessage,
      /** Created by the browser, so that a resent message is stored once. */
      key: z.uuid(),
      visitor_email: email.optional(),
      visitor_token: visitorToken.optional(),
    }),
    limits: MESSAGE_LIMITS,
    response: z.object({ conversation, visitor_token: z.string().nullable() }),
  }),
  reportBug: endpoint('POST /support/bug-reports', {
    access: 'public',
    summary: 'Report a bug to the support inbox; a visitor may omit the email address',
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
    limits: MESSAGE_LIMITS,
    response: z.object({ conversation, visitor_token: z.string().nullable() }),
  }),
  attachImage: endpoint('POST /support/attachments', {
    access: 'public',
    summary: 'Upload a picture for the next message (the body is the picture)',
    query: z.strictObject({ visitor_token: visitorToken.optional() }),
    picture: { maxBytes: MAX_ATTACHMENT_BYTES },
    limits: [
      { name: 'support-picture', per: 'caller', max: 20, minutes: 60 },
      { name: 'support-picture', per: 'address', max: 600, minutes: 60 },
    ],
    /** A visitor without a token gets one, which the message must then carry. */
    response: attachment.extend({ visitor_token: z.string().nullable() }),
  }),
  getAttachment: endpoint('GET /support/attachments/:token', {
    access: 'public',
    summary: 'Get the picture of an attachment',
    params: z.strictObject({ token: z.string().min(20).max(300) }),
    raw: true,
  }),
  markRead: endpoint('POST /support/read', {
    access: 'public',
    summary: 'Mark messages as read by the customer',
    body: z.strictObject({ visitor_token: visitorToken.optional(), message: id }),
    response: done,
  }),
  setStatuses: endpoint('POST /support/conversations/status', {
    access: 'customers',
    summary: 'Close or reopen several conversations; those that already are so are refused',
    body: z.strictObject({
      conversations: z.array(id).min(1).max(MAX_CONVERSATIONS_AT_ONCE),
      status: z.enum(['open', 'closed']),
    }),
    response: bulkAnswer(id),
  }),
  getDesk: endpoint('GET /support/desk', {
    access: 'customers',
    summary: 'Get possible assignees, the tags in use and the canned replies',
    response: z.object({
      staff: z.array(z.object({ id, name: z.string() })),
      tags: z.array(z.string()),
      replies: z.array(savedReply),
    }),
  }),
  assignConversations: endpoint('POST /support/conversations/assignee', {
    access: 'customers',
    summary: 'Assign several conversations to a member of staff, or to nobody',
    body: z.strictObject({
      conversations: z.array(id).min(1).max(MAX_CONVERSATIONS_AT_ONCE),
      assignee: id.nullable(),
    }),
    response: bulkAnswer(id),
  }),
  changeTags: endpoint('PUT /support/conversations/:id/tags', {
    access: 'customers',
    summary: 'Add and remove tags of a conversation, which leaves those of colleagues alone',
    params: idParams,
    body: z.strictObject({ add: tagNames, remove: tagNames }).partial(),
    response: z.object({ tags: z.array(z.string()) }),
  }),
  addReply: endpoint('POST /support/replies', {
    access: 'customers',
    summary: 'Write a canned reply',
    body: cannedReply,
    response: savedReply,
  }),
  changeReply: endpoint('PUT /support/replies/:id', {
    access: 'customers',
    summary: 'Edit a canned reply',
    params: idParams,
    body: cannedReply.extend({ version }).partial(),
    response: savedReply,
  }),
  deleteReply: endpoint('DELETE /support/replies/:id', {
    access: 'customers',
    summary: 'Delete a canned reply',
    params: idParams,
    response: done,
  }),
  getConversation: endpoint('GET /support/conversations/:id', {
    access: 'customers',
    summary: "Get a conversation, with the customer's albums and orders",
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
  answerConversation: endpoint('POST /support/conversations/:id/messages', {
    access: 'customers',
    summary: 'Answer a customer; also sent by email when they are away',
    params: idParams,
    body: z.strictObject({ ...newMessage, key: z.uuid() }),
    response: message,
  }),
  markConversationRead: endpoint('POST /support/conversations/:id/read', {
    access: 'customers',
    summary: 'Mark messages as read by staff',
    params: idParams,
    body: z.strictObject({ message: id }),
    response: done,
  }),
};

export const inboxListEndpoints = listEndpoints(inboxList, { row: inboxRow, access: 'customers', tag });
