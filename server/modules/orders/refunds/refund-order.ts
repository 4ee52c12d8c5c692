import { sumCents } from '#contract/rules/money.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import type { OrderRef } from '#server/modules/orders/orders.ts';
import { listAttempts } from '#server/modules/orders/payments/attempts.queries.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { planOrderRefund, type RefundPlan } from './plan-refund.ts';
import { needsSecondPerson } from './refund-limit.ts';
import { findWaitingRequest, insertRefundRequest, type RefundRequestRow } from './refund-requests.queries.ts';
import { insertRefund, type RefundRow } from './refunds.queries.ts';
import { carryOutRefund } from './settle.ts';

export type RefundRequest = { ref: OrderRef; lineIds: number[] | undefined; memo: string };
/** `refused` names those whose refund the provider did not make. */
export type RefundProgress = {
  refund: RefundRow;
  orderKey: string;
  lineIds: number[];
  refused: { userId: number; name: string; amountCents: number }[];
};
export type RefundAwaited = { request: RefundRequestRow; orderKey: string };
type Reserved = { refunds: RefundRow[]; orderKey: string; lineIds: number[] };

/** Above the limit it only asks for the refund, and someone else decides. */
export async function refundOrder(
  context: Context,
  actor: Actor,
  request: RefundRequest,
): Promise<RefundProgress | RefundAwaited> {
  const started = await inTransaction(context, async (tx) => {
    const plan = await planOrderRefund(tx, actor, request);
    if (await findWaitingRequest(tx.db, plan.order.id)) throw new AppError('refund_waiting');
    return (await needsSecondPerson(tx, actor, plan))
      ? requestRefund(tx, actor, plan, request.memo)
      : reserveRefund(tx, actor, plan, { memo: request.memo });
  });
  return 'request' in started ? started : carryOutReserved(context, started);
}

async function requestRefund(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { order, amountCents, lineIds }: RefundPlan,
  memo: string,
): Promise<RefundAwaited> {
  await tell(db, { to: 'staff', kind: 'queues' });
  const request = await insertRefundRequest(db, {
    orderId: order.id,
    lineIds,
    amountCents,
    memo,
    requestedBy: actor.userId,
    createdAt: clock.now(),
  });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'order.request-refund',
    subject: `order:${order.id}`,
    before: { userId: order.userId },
    after: { userId: order.userId, request: request.id, amountCents, lines: lineIds, memo },
  });
  return { request, orderKey: order.key };
}

/** Reserves the lines before the provider is called, so that nothing is refunded twice. */
export async function reserveRefund(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { order, refunds: planned, amountCents, lineIds }: RefundPlan,
  { memo, request }: { memo: string; request?: RefundRequestRow },
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
      memo,
      ...(request ? { request: request.id, requestedBy: request.requestedBy } : {}),
    },
  });
  return { refunds, orderKey: order.key, lineIds };
}

export async function carryOutReserved(context: Context, reserved: Reserved): Promise<RefundProgress> {
  const settled: RefundRow[] = [];
  for (const refund of reserved.refunds) settled.push(await carryOutRefund(context, refund));
  const { orderKey, lineIds } = reserved;
  return { refund: combine(settled), orderKey, lineIds, refused: await nameRefused(context, settled) };
}

async function nameRefused(
  { db }: Pick<Context, 'db'>,
  settled: RefundRow[],
): Promise<RefundProgress['refused']> {
  const failed = settled.filter(({ state }) => state === 'failed');
  const attempts = await listAttempts(
    db,
    failed.map(({ attemptId }) => attemptId),
  );
  const people = await listPeople(
    db,
    attempts.map(({ userId }) => userId),
  );
  return failed.flatMap(({ attemptId, amountCents }) => {
    const userId = attempts.find(({ id }) => id === attemptId)?.userId;
    return userId === undefined ? [] : [{ userId, name: people.get(userId)?.name ?? '', amountCents }];
  });
}

/** A pool has one refund per charge; staff see them as one. */
function combine(refunds: RefundRow[]): RefundRow {
  const taken = refunds.filter((refund) => refund.state !== 'failed');
  const [first] = taken;
  if (!first) throw new AppError('refund_refused');
  const state = (['reserved', 'pending'] as const).find((one) =>
    taken.some((refund) => refund.state === one),
  );
  const amountCents = sumCents(taken.map((refund) => refund.amountCents));
  return { ...first, state: state ?? 'succeeded', amountCents };
}
