import { inTransaction } from '#server/context.ts';
import { addUserNote } from '#server/modules/accounts/user-administration.ts';
import { sendEvidence } from '#server/modules/after-sale/evidence.ts';
import { approveRefund, refundOrder } from '#server/modules/after-sale/refunds.ts';
import { makeEventLink } from '#server/modules/event-links/event-links.ts';
import { listMyOrders } from '#server/modules/group-orders/show-order.ts';
import { acknowledgeReport } from '#server/modules/moderation/acknowledge-report.ts';
import { reportPhoto } from '#server/modules/moderation/report-photo.ts';
import { createCoupon } from '#server/modules/orders/coupons.ts';
import { answerConversation } from '#server/modules/support/answer-conversation.ts';
import { sendMessage } from '#server/modules/support/send-message.ts';
import { setStatuses } from '#server/modules/support/set-status.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { VERSION } from '#server/version.ts';
import type { Cast } from './cast.ts';
import { keyOfStep } from './key-of-step.ts';
import type { StepOf } from './season-plan.types.ts';
import { HOUR_MS, MINUTE_MS } from './season-times.ts';
import { BUGS } from './season-words.ts';

export async function makeCoupon({ context, staff }: Cast, step: StepOf<'coupon'>): Promise<void> {
  const actor = await staff('super');
  const terms = {
    code: step.code,
    kind: step.percentOff === null ? ('fixed' as const) : ('percent' as const),
    percent_off: step.percentOff,
    amount_off: step.amountOffCents,
    expires_at: step.endsAt?.toISOString() ?? null,
    max_uses: null,
    max_uses_per_customer: null,
    teams: [],
    memo: 'Season campaign',
  };
  await inTransaction(context, (tx) => createCoupon(tx, actor, terms));
}

export async function refund({ context, past, actorOf, staff }: Cast, step: StepOf<'refund'>): Promise<void> {
  const [order] = await listMyOrders(context, await actorOf(step.email), 'paid');
  if (!order) return;
  const request = { ref: order.id, lineIds: undefined, memo: step.memo };
  const outcome = await refundOrder(context, await staff('customer_support'), request);
  if (!('request' in outcome) || step.approval === 'waiting') return;
  past.setClock(new Date(step.at.getTime() + 2 * HOUR_MS));
  await approveRefund(context, await staff('super'), outcome.request.id);
}

const sendingOf = (actor: Actor) => ({
  actor,
  from: { device: '', network: '' },
  visitorToken: undefined,
  visitorEmail: undefined,
});

export async function chat({ context, past, actorOf, staff }: Cast, step: StepOf<'chat'>): Promise<void> {
  const actor = await actorOf(step.email);
  const support = await staff('customer_support');
  let conversationId = 0;
  for (const [index, { from, text, minutesLater }] of step.talk.entries()) {
    past.setClock(new Date(step.at.getTime() + minutesLater * MINUTE_MS));
    const draft = { text, attachments: [], key: keyOfStep(step, index) };
    if (from === 'customer')
      conversationId = (await sendMessage(context, sendingOf(actor), draft)).conversation.id;
    else await inTransaction(context, (tx) => answerConversation(tx, support, { conversationId, draft }));
  }
  if (!step.isClosed) return;
  const closing = { conversationIds: [conversationId], status: 'closed' } as const;
  await inTransaction(context, (tx) => setStatuses(tx, support, closing));
}

export async function bug({ context, actorOf }: Cast, step: StepOf<'bug'>): Promise<void> {
  const { text, ...seen } = BUGS[step.bug] ?? { text: '', page: '', browser: '', errors: [] };
  const actor = await actorOf(step.email);
  const bugReport = { ...seen, version: VERSION, request_ids: [] };
  await sendMessage(context, sendingOf(actor), { text, attachments: [], key: keyOfStep(step, 0), bugReport });
}

export async function report({ context, past, ...cast }: Cast, step: StepOf<'report'>): Promise<void> {
  const actor = await cast.actorOf(step.email);
  const album = await cast.albumOf(step.album);
  const [imageId] = await cast.photosOf(album, [step.photo]);
  if (imageId === undefined) return;
  const { id: albumId, eventId } = album;
  const reported = { imageId, albumId, eventId, userId: actor.userId, ip: '', ...step.words };
  await inTransaction(context, (tx) => reportPhoto({ ...tx, purchases: context.purchases }, actor, reported));
  if (step.decision === null) return;
  past.setClock(new Date(step.at.getTime() + 9 * HOUR_MS));
  const support = await cast.staff('customer_support');
  const decision = { imageId, removed: step.decision === 'removed' };
  await inTransaction(context, (tx) => acknowledgeReport(tx, support, decision));
}

export async function answerDispute(
  { context, actorOf, staff }: Cast,
  step: StepOf<'evidence'>,
): Promise<void> {
  const { userId } = await actorOf(step.email);
  const dispute = await context.db
    .selectFrom('disputes')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'disputes.attemptId')
    .select('disputes.id')
    .where('paymentAttempts.userId', '=', userId)
    .executeTakeFirst();
  if (dispute) await sendEvidence(context, await staff('super'), { id: dispute.id, note: step.note });
}

export async function writeNote(
  { context, actorOf, staff }: Cast,
  { email, text }: StepOf<'note'>,
): Promise<void> {
  const { userId } = await actorOf(email);
  const support = await staff('customer_support');
  await inTransaction(context, (tx) => addUserNote(tx, support, { userId, text }));
}

export async function makeLink({ context, albumOf, staff }: Cast, step: StepOf<'event-link'>): Promise<void> {
  const { eventId } = await albumOf(step.album);
  const actor = await staff('super');
  const link = { kind: step.link, eventId, label: step.label };
  await inTransaction(context, (tx) => makeEventLink(tx, actor, link));
}
