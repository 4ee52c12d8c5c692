import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { actForBuyer, refuseSelf } from '#server/modules/accounts/customer-access.ts';
import { findOrder, type OrderRow } from '#server/modules/orders/orders.ts';
import { listCharges, takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { tell } from '#server/platform/live/tell.ts';
import { planOrderRefund } from './plan-refund.ts';
import { carryOutReserved, type RefundProgress, reserveRefund } from './refund-order.ts';
import { decideRequest, findRefundRequest, type RefundRequestRow } from './refund-requests.queries.ts';

export { listWaitingRequests, type RefundRequestRow } from './refund-requests.queries.ts';

/** The decision and the reservation are one transaction, so several approvals at once carry out one refund. */
export async function approveRefund(
  context: Context,
  actor: Actor,
  requestId: number,
): Promise<RefundProgress> {
  const reserved = await inTransaction(context, async (tx) => {
    const { request, order } = await lockWaitingRequest(tx, requestId);
    if (request.requestedBy === actor.userId) throw new AppError('second_person_needed');
    const lineIds = request.lineIds.length > 0 ? request.lineIds : undefined;
    const plan = await planOrderRefund(tx, actor, { ref: order.id, lineIds });
    if (plan.amountCents !== request.amountCents) throw new AppError('conflict');
    await decide(tx, actor, request, 'approved');
    return reserveRefund(tx, actor, plan, { memo: request.memo, request });
  });
  return carryOutReserved(context, reserved);
}

/** Whoever asked for the refund may withdraw it; the customer concerned decides nothing. */
export async function declineRefund(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  requestId: number,
): Promise<void> {
  const { request, order } = await lockWaitingRequest(tx, requestId);
  const isOwn = request.requestedBy === actor.userId;
  if (!isOwn) {
    const charges = await listCharges(tx.db, order.id);
    refuseSelf(
      actor,
      charges.map((charge) => charge.userId),
    );
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
async function lockWaitingRequest(
  { db }: Pick<Tx, 'db'>,
  requestId: number,
): Promise<{ request: RefundRequestRow; order: OrderRow }> {
  const seen = await findRefundRequest(db, requestId);
  const order = seen && (await findOrder(db, seen.orderId));
  if (!order) throw new AppError('not_found');
  await takeTurn(db, order.userId);
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
  state: 'approved' | 'declined' | 'withdrawn',
): Promise<void> {
  await decideRequest(db, { id, state, decidedBy: actor.userId, decidedAt: clock.now() });
  await tell(db, { to: 'staff', kind: 'queues' });
}
