import { randomUUID } from 'node:crypto';
import { inTransaction } from '#server/context.ts';
import { approveRefund, refundOrder } from '#server/modules/after-sale/refunds.ts';
import { listMyOrders } from '#server/modules/group-orders/show-order.ts';
import { acknowledgeReport } from '#server/modules/moderation/decide-reports.ts';
import { reportPhoto } from '#server/modules/moderation/reports.ts';
import { answerConversation, sendMessage, setStatuses } from '#server/modules/support/conversations.ts';
import { assignConversations, changeTags } from '#server/modules/support/desk.ts';
import { VERSION } from '#server/version.ts';
import { type Cast, HOUR_MS, later, type Message, MINUTE_MS, type OfAlbum, type Someone } from './cast.ts';

/** Requests to staff, and their answers. */
export const STAFF_ACTS = {
  /** A large refund needs the approval of a second person. */
  async refund(
    { context, past, actorOf, staff }: Cast,
    { at, email, memo, approval, percent }: Someone & { memo: string; approval: string; percent?: number },
  ) {
    const [order] = await listMyOrders(context, await actorOf(email), 'paid');
    if (!order) return;
    const amountCents = percent && Math.round((order.total * percent) / 100);
    const request = { ref: order.id, lineIds: undefined, amountCents, memo, disputeReason: 'other' as const };
    const outcome = await refundOrder(context, await staff('customer_support'), request);
    if (outcome.status !== 'waiting' || approval === 'waiting') return;
    past.setClock(later(at, 2 * HOUR_MS));
    await approveRefund(context, await staff('super'), outcome.id);
  },

  async chat(
    { context, past, actorOf, staff }: Cast,
    { at, email, talk, tags, isClosed }: Someone & { talk: Message[]; tags: string[]; isClosed: boolean },
  ) {
    const actor = await actorOf(email);
    const from = { device: '', network: '' };
    const sending = { actor, from, visitorToken: undefined, visitorEmail: undefined };
    const support = await staff('customer_support');
    let conversationId = 0;
    for (const { from, text, minutesLater, seen } of talk) {
      past.setClock(later(at, minutesLater * MINUTE_MS));
      const bug = seen && { bugReport: { ...seen, version: VERSION, request_ids: [] } };
      const draft = { text, attachments: [], key: randomUUID(), ...bug };
      if (from === 'customer') conversationId = (await sendMessage(context, sending, draft)).conversation.id;
      else await inTransaction(context, (tx) => answerConversation(tx, support, { conversationId, draft }));
    }
    if (tags.length > 0)
      await inTransaction(context, (tx) => changeTags(tx, support, { conversationId, add: tags }));
    if (talk.some(({ from }) => from === 'staff')) {
      const assignment = { conversationIds: [conversationId], assignee: support.userId };
      await inTransaction(context, (tx) => assignConversations(tx, support, assignment));
    }
    if (!isClosed) return;
    const closing = { conversationIds: [conversationId], status: 'closed' } as const;
    await inTransaction(context, (tx) => setStatuses(tx, support, closing));
  },

  async report(
    { context, past, ...cast }: Cast,
    step: Someone &
      OfAlbum & { photo: number; type: string; memo: string; decision: 'removed' | 'kept' | null },
  ) {
    const actor = await cast.actorOf(step.email);
    const album = await cast.albumOf(step.album);
    const [imageId] = await cast.photosOf(album.id, [step.photo]);
    if (imageId === undefined) return;
    const { id: albumId, eventId } = album;
    const type = step.type as 'privacy' | 'quality' | 'wrong_album' | 'other';
    const reported = { imageId, albumId, eventId, userId: actor.userId, ip: '', type, memo: step.memo };
    await inTransaction(context, (tx) =>
      reportPhoto({ ...tx, purchases: context.purchases }, actor, reported),
    );
    if (step.decision === null) return;
    past.setClock(later(step.at, 9 * HOUR_MS));
    const support = await cast.staff('customer_support');
    const decision = { imageId, removed: step.decision === 'removed' };
    await inTransaction(context, (tx) => acknowledgeReport(tx, support, decision));
  },
};
