import type { AuditAction } from '#contract/rules/audit-actions.ts';
import { sumCents } from '#contract/rules/money.ts';
import type { ReturnedSettlement } from '#contract/rules/order-states.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { actForBuyer, refuseSelf } from '#server/modules/accounts/customer-access.ts';
import { findOrder, type OrderRow } from '#server/modules/orders/orders.ts';
import { type AttemptRow, findAttempt, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import { readCharges, readOrderMoney } from '#server/modules/payments/order-money.ts';
import {
  findRefundById,
  insertRefund,
  listRefundLines,
  type RefundRow,
  reviveRefundLines,
} from '#server/modules/payments/refunds.ts';
import { takeParts } from '#server/modules/payments/split.rules.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { requireSameMode } from './plan-refund.ts';
import { findReturnedRefund, type ReturnedRefundRow, updateReturned } from './refunds.queries.ts';
import { countAsRefunded, executeRefund } from './settle-refund.ts';

type OwedLine = { orderLineId: number; amountCents: number };
type Case = {
  returned: ReturnedRefundRow;
  refund: RefundRow;
  attempt: AttemptRow;
  order: OrderRow;
  owed: OwedLine[];
};
type Settled = { status: 'settled' | 'sent' | 'waiting' };

const ACTIONS = {
  refund_again: 'order.refund-again',
  paid_another_way: 'order.refund-another-way',
  purchase_kept: 'order.refund-dropped',
} as const satisfies Record<ReturnedSettlement, AuditAction>;

/** Sending a refund again needs no second person, because the same amount goes to the same card. */
export async function settleReturned(
  context: Context,
  actor: Actor,
  { id, how, note }: { id: number; how: ReturnedSettlement; note: string },
): Promise<Settled> {
  const retry = await inTransaction(context, async (tx) => {
    const found = await lockCase(tx, actor, id);
    if (how === 'refund_again') requireSameMode(tx, [found.attempt]);
    const { userId, orderId } = found.attempt;
    const { refundId, amountCents } = found.returned;
    await recordAudit(tx.db, {
      actorId: actor.userId,
      action: ACTIONS[how],
      subject: `order:${orderId}`,
      before: { userId },
      after: { userId, refund: refundId, amountCents, note },
    });
    if (how === 'refund_again') return reserveAgain(tx, actor, found, note);
    await closeCase(tx, actor, found, { outcome: how, note });
    return undefined;
  });
  if (!retry) return { status: 'settled' };
  const { state } = await executeRefund(context, retry);
  if (state === 'failed') throw new AppError('refund_refused');
  return { status: state === 'reserved' ? 'waiting' : 'sent' };
}

async function lockCase(tx: Pick<Tx, 'db'>, actor: Actor, id: number): Promise<Case> {
  const { db } = tx;
  const seen = await findReturnedRefund(db, id);
  const attempt = seen && (await findAttempt(db, seen.attemptId));
  if (!attempt) throw new AppError('not_found');
  await actForBuyer(tx, actor, attempt.userId);
  await lockBuyer(db, attempt.userId);
  const order = await findOrder(db, attempt.orderId, { lock: true });
  const returned = await findReturnedRefund(db, id, { lock: true });
  const refund = returned && (await findRefundById(db, returned.refundId));
  if (!order || !refund) throw new AppError('not_found');
  refuseSelf(actor, [order.userId]);
  if (returned.closedAt !== null) {
    throw new AppError('conflict', { message: 'This refund has already been settled.' });
  }
  const retry =
    returned.retryRefundId === null ? undefined : await findRefundById(db, returned.retryRefundId);
  const owed = retry?.state === 'reserved' ? undefined : await findOwed(tx, { returned, refund, order });
  if (!owed) throw new AppError('conflict', { message: 'This refund is already being sent again.' });
  return { returned, refund, attempt, order, owed };
}

/** Returns the lines of the refund as far as their money is with us and owed; a refund of an unfilled pool has none. */
async function findOwed({ db }: Pick<Tx, 'db'>, { returned, refund, order }: Omit<Case, 'owed' | 'attempt'>) {
  const lines = await listRefundLines(db, refund.id);
  const options = { withReserved: true };
  if (lines.length === 0) {
    const charges = await readCharges(db, order, options);
    const own = charges.find(({ attemptId }) => attemptId === refund.attemptId);
    return own && own.leftCents >= returned.amountCents ? [] : undefined;
  }
  const { open } = await readOrderMoney(db, order, options);
  const own = open.filter(({ attemptId }) => attemptId === refund.attemptId);
  const owed = takeParts(returned.amountCents, lines, own);
  return sumCents(owed.map((line) => line.amountCents)) === returned.amountCents ? owed : undefined;
}

async function reserveAgain(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { returned, refund, owed }: Case,
  memo: string,
): Promise<RefundRow> {
  const { orderId, attemptId, requestId } = refund;
  const { id, amountCents } = returned;
  const made = { memo, madeBy: actor.userId, createdAt: tx.clock.now() };
  const retry = await insertRefund(tx.db, { orderId, attemptId, amountCents, requestId, ...made }, owed);
  await updateReturned(tx.db, id, { retryRefundId: retry.id });
  return retry;
}

async function closeCase(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  actor: Actor,
  { returned, refund, attempt, order, owed }: Case,
  closing: { outcome: 'paid_another_way' | 'purchase_kept'; note: string },
): Promise<void> {
  const isKept = closing.outcome === 'purchase_kept';
  if (isKept && !returned.hasEntitlements) {
    const message = 'The buyer does not have what was bought, so we owe the money.';
    throw new AppError('conflict', { message });
  }
  const closed = { ...closing, closedBy: actor.userId, closedAt: tx.clock.now() };
  await updateReturned(tx.db, returned.id, closed);
  if (isKept) return;
  // The buyer has the money, so the amount counts as refunded and what was bought ends again.
  await reviveRefundLines(tx.db, refund.id, owed);
  await countAsRefunded(tx, { order, attempt, refund });
}
