import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEFAULT_SITE_SETTINGS } from '#contract/endpoints/settings.ts';
import { inboxListEndpoints, supportEndpoints } from '#contract/endpoints/support.ts';
import type { Language } from '#contract/i18n.ts';
import { inboxList } from '#contract/lists/inbox.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { deviceOf } from '#server/platform/http/devices.ts';
import { handle, handleRaw } from '#server/platform/http/handle.ts';
import { languageOf } from '#server/platform/http/language-of.ts';
import { networkOf, subnetOf } from '#server/platform/http/network-of.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { handleList } from '#server/platform/lists/handle-list.ts';
import { attachImage, openAttachment } from './attachments.ts';
import { type Customer, customerOf } from './conversations.queries.ts';
import {
  answerConversation,
  getMyConversation,
  markMyConversationRead,
  sendMessage,
  setStatuses,
  visitorTokenFor,
} from './conversations.ts';
import { addReply, assignConversations, changeReply, changeTags, deleteReply, getDesk } from './desk.ts';
import {
  type CustomerRecordOf,
  getConversation,
  inboxSource,
  markConversationRead,
  recordInboxExport,
} from './inbox.ts';
import { toWireAttachment } from './support.wire.ts';

export function supportRoutes(
  app: FastifyInstance,
  context: Context,
  { version, recordOf }: { version: string; recordOf: CustomerRecordOf },
): void {
  handle(app, supportEndpoints.getMyConversation, async ({ actor, body, request }) => ({
    conversation: await getMyConversation(context, customerOf(actor, body.visitor_token)),
    hours: hoursFor(languageOf(request), (await getSettings(context)).chat_hours),
  }));

  handle(app, supportEndpoints.sendMessage, ({ actor, body, request }) => {
    const { visitor_email: visitorEmail, visitor_token: visitorToken, ...draft } = body;
    return sendMessage(context, { actor, from: placeOf(request), visitorEmail, visitorToken }, draft);
  });

  handle(app, supportEndpoints.reportBug, ({ actor, body, request }) => {
    const { visitor_email: visitorEmail, visitor_token: visitorToken, ...report } = body;
    const { page, browser, errors, request_ids, ...draft } = report;
    const sending = { actor, from: placeOf(request), visitorEmail, visitorToken };
    return sendMessage(context, sending, {
      ...draft,
      bugReport: { page, browser, version, errors, request_ids },
    });
  });

  handle(app, supportEndpoints.attachImage, async ({ actor, query, picture, request }) => {
    const visitorToken = actor ? null : await visitorTokenFor(context.db, query.visitor_token);
    const owner = customerOf(actor, visitorToken ?? undefined) as Customer;
    const attachment = await attachImage(context, owner, { file: picture, from: subnetOf(request.ip) });
    return { ...toWireAttachment(context, attachment), visitor_token: visitorToken };
  });

  handleRaw(app, supportEndpoints.getAttachment, ({ params }) =>
    openAttachment(context, (params as { token: string }).token),
  );

  handle(app, supportEndpoints.markRead, ({ actor, body }) =>
    markMyConversationRead(context, customerOf(actor, body.visitor_token), body.message),
  );

  handleList(app, context.db, inboxListEndpoints, inboxList, inboxSource, {
    onExport: (actor, filters) => inTransaction(context, (tx) => recordInboxExport(tx, actor, filters)),
  });

  handle(app, supportEndpoints.getConversation, ({ actor, params }) =>
    getConversation(context, actor, params.id, recordOf),
  );

  handle(app, supportEndpoints.answerConversation, ({ actor, params, body }) =>
    inTransaction(context, (tx) => answerConversation(tx, actor, { conversationId: params.id, draft: body })),
  );

  handle(app, supportEndpoints.getDesk, () => getDesk(context.db));

  handle(app, supportEndpoints.assignConversations, ({ actor, body: { conversations, assignee } }) =>
    inTransaction(context, (tx) =>
      assignConversations(tx, actor, { conversationIds: conversations, assignee }),
    ),
  );

  handle(app, supportEndpoints.changeTags, ({ actor, params, body }) =>
    inTransaction(context, (tx) => changeTags(tx, actor, { conversationId: params.id, ...body })),
  );

  handle(app, supportEndpoints.addReply, ({ actor, body }) =>
    inTransaction(context, (tx) => addReply(tx, actor, body)),
  );

  handle(app, supportEndpoints.changeReply, ({ actor, params, body }) =>
    inTransaction(context, (tx) => changeReply(tx, actor, { replyId: params.id, edit: body })),
  );

  handle(app, supportEndpoints.deleteReply, ({ actor, params }) =>
    inTransaction(context, (tx) => deleteReply(tx, actor, params.id)),
  );

  handle(app, supportEndpoints.setStatuses, ({ actor, body: { conversations, status } }) =>
    inTransaction(context, (tx) => setStatuses(tx, actor, { conversationIds: conversations, status })),
  );

  handle(app, supportEndpoints.markConversationRead, ({ params, body }) =>
    inTransaction(context, (tx) =>
      markConversationRead(tx, { conversationId: params.id, messageId: body.message }),
    ),
  );
}

function placeOf(request: FastifyRequest): { device: string; network: string } {
  const network = networkOf(request.ip);
  return { device: deviceOf(request) ?? network, network };
}

/** Hours that staff wrote are shown as written. */
function hoursFor(language: Language, hours: string): string {
  return hours === DEFAULT_SITE_SETTINGS.chat_hours ? i18nFor(language).t(hours) : hours;
}
