import type { Refund, RequestedRefund } from '#contract/entities/order.ts';
import { sumCents } from '#contract/rules/money.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { actForBuyer, refuseSelf } from '#server/modules/accounts/customer-access.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { findOrder } from '#server/modules/orders/orders.ts';
import { listAttempts, listCharges, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import { insertRefund, type RefundRow } from '#server/modules/payments/refunds.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { needsSecondPerson, planOrderRefund, type RefundPlan, type WantedRefund } from './plan-refund.ts';
import {
  findRefundRequest,
  insertRefundRequest,
  listWaitingRequests,
  type RefundRequestRow,
  updateRequest,
} from './refunds.queries.ts';
import { executeRefund } from './settle-refund.ts';

export type RefundRequest = WantedRefund & { memo: string };
type Reserved = { refunds: RefundRow[]; orderKey: string; lineIds: number[] };

/** Above the limit it only asks for the refund, and someone else decides. */
export async function refundOrder(context: Context, actor: Actor, request: RefundRequest) {
  const started = await inTransaction(context, async (tx) => {
    const plan = await planOrderRefund(tx, actor, request);
    const waiting = await listWaitingRequests(tx.db, [plan.order.id]);
    if (waiting.length > 0) throw new AppError('refund_waiting');
    return (await needsSecondPerson(tx, actor, plan))
      ? requestRefund(tx, actor, plan, request)
      : reserveRefund(tx, actor, plan, request);
  });
  return 'status' in started ? started : executeReserved(context, started);
}

async function requestRefund(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { order, amountCents, lineIds, keepsPurchase }: RefundPlan,
  { memo, disputeReason = null }: RefundRequest,
): Promise<RequestedRefund> {
  await publishLive(db, { to: 'staff', kind: 'queues' });
  const { id: orderId, userId } = order;
  const terms = { amountCents, keepsPurchase, disputeReason, memo };
  const made = { requestedBy: actor.userId, createdAt: clock.now() };
  const request = await insertRefundRequest(db, { orderId, lineIds, ...terms, ...made });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'order.request-refund',
    subject: `order:${orderId}`,
    before: { userId },
    after: { userId, request: request.id, lines: lineIds, ...terms },
  });
  return { id: request.id, order_key: order.key, status: 'waiting', amount: amountCents, lines: lineIds };
}

/** Reserves the lines before the provider is called, so that nothing is refunded twice. */
export async function reserveRefund(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { order, refunds: planned, amountCents, lineIds, keepsPurchase }: RefundPlan,
  {
    memo,
    disputeReason = null,
    request,
  }: Pick<RefundRequest, 'memo' | 'disputeReason'> & { request?: RefundRequestRow },
): Promise<Reserved> {
  const made = {
    orderId: order.id,
    memo,
    madeBy: actor.userId,
    requestId: request?.id ?? null,
    createdAt: clock.now(),
  };
  const refunds: RefundRow[] = [];
  for (const { lines, ...refund } of planned)
    refunds.push(await insertRefund(db, { ...made, ...refund }, lines));
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'order.refund',
    subject: `order:${order.id}`,
    before: { userId: order.userId, refundedCents: order.refundedCents },
    after: {
      userId: order.userId,
      refunds: refunds.map(({ id }) => id),
      amountCents,
      lines: lineIds,
      keepsPurchase,
      disputeReason,
      memo,
      ...(request ? { request: request.id, requestedBy: request.requestedBy } : {}),
    },
  });
  return { refunds, orderKey: order.key, lineIds };
}

/** A pool has one refund per charge; staff see them as one. */
async function executeReserved(context: Context, { refunds, orderKey, lineIds }: Reserved): Promise<Refund> {
  const settled: RefundRow[] = [];
  for (const refund of refunds) settled.push(await executeRefund(context, refund));
  const taken = settled.filter(({ state }) => state !== 'failed');
  const [first] = taken;
  if (!first) throw new AppError('refund_refused');
  const states = taken.map(({ state }) => state);
  return {
    id: first.id,
    order_key: orderKey,
    status: (['reserved', 'pending'] as const).find((state) => states.includes(state)) ?? 'succeeded',
    amount: sumCents(taken.map(({ amountCents }) => amountCents)),
    lines: lineIds,
    not_refunded: await nameRefused(context, settled),
  };
}

async function nameRefused({ db }: Context, settled: RefundRow[]): Promise<Refund['not_refunded']> {
  const failed = settled.filter(({ state }) => state === 'failed');
  const attemptIds = failed.map(({ attemptId }) => attemptId);
  const attempts = await listAttempts(db, attemptIds);
  const userIds = attempts.map(({ userId }) => userId);
  const people = await listPeople(db, userIds);
  return failed.flatMap(({ attemptId, amountCents: amount }) => {
    const userId = attempts.find(({ id }) => id === attemptId)?.userId;
    return userId === undefined ? [] : [{ id: userId, name: people.get(userId)?.name ?? '', amount }];
  });
}

/** The decision and the reservation are one transaction, so several approvals at once execute one refund. */
export async function approveRefund(context: Context, actor: Actor, requestId: number) {
  const reserved = await inTransaction(context, async (tx) => {
    const { request, order } = await lockWaitingRequest(tx, requestId);
    if (request.requestedBy === actor.userId) throw new AppError('second_person_needed');
    const lineIds = request.lineIds.length > 0 ? request.lineIds : undefined;
    const { amountCents, keepsPurchase, disputeReason, memo } = request;
    const plan = await planOrderRefund(tx, actor, {
      ref: order.id,
      lineIds,
      amountCents: keepsPurchase ? amountCents : undefined,
      disputeReason,
    });
    if (plan.amountCents !== amountCents || plan.keepsPurchase !== keepsPurchase)
      throw new AppError('conflict');
    await decide(tx, actor, request, 'approved');
    return reserveRefund(tx, actor, plan, { memo, disputeReason, request });
  });
  return executeReserved(context, reserved);
}

/** The person who asked for a refund may withdraw it. The customer concerned decides nothing. */
export async function declineRefund(tx: Pick<Tx, 'db' | 'clock'>, actor: Actor, requestId: number) {
  const { request, order } = await lockWaitingRequest(tx, requestId);
  const isOwn = request.requestedBy === actor.userId;
  if (!isOwn) {
    const payerIds = (await listCharges(tx.db, order.id)).map((charge) => charge.userId);
    refuseSelf(actor, payerIds);
    await actForBuyer(tx, actor, order.userId);
  }
  await decide(tx, actor, request, isOwn ? 'withdrawn' : 'declined');
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: isOwn ? 'order.withdraw-refund' : 'order.decline-refund',
    subject: `order:${order.id}`,
    before: { userId: order.userId },
    after: { userId: order.userId, request: request.id, amountCents: request.amountCents },
  });
}

/** Waits for the customer's turn first, as every change of an order does. */
async function lockWaitingRequest({ db }: Pick<Tx, 'db'>, requestId: number) {
  const seen = await findRefundRequest(db, requestId);
  const order = seen && (await findOrder(db, seen.orderId));
  if (!order) throw new AppError('not_found');
  await lockBuyer(db, order.userId);
  const request = await findRefundRequest(db, requestId, { lock: true });
  if (request?.state !== 'waiting') {
    throw new AppError('conflict', { message: 'This refund has already been decided.' });
  }
  return { request, order };
}

async function decide(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { id }: RefundRequestRow,
  state: RefundRequestRow['state'],
): Promise<void> {
  await updateRequest(db, id, { state, decidedBy: actor.userId, decidedAt: clock.now() });
  await publishLive(db, { to: 'staff', kind: 'queues' });
}
