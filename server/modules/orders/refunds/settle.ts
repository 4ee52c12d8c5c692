import { orderMachine, refundMachine } from '#contract/rules/order-states.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findOrder, type OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import { type AttemptRow, findAttempt, takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import { insertLedgerEntry } from '#server/modules/orders/payments/ledger.queries.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import {
  PaymentRefused,
  PaymentUnknown,
  type ProviderRefund,
} from '#server/platform/payments/payment-types.ts';
import { sendRefundNoticeJob } from './notice.ts';
import {
  addRefunded,
  endEntitlements,
  findRefundById,
  findRefundByKey,
  freeRefundLines,
  listRefundLines,
  listReservedRefunds,
  type RefundRow,
  saveRefund,
  setOrderRefunded,
} from './refunds.queries.ts';

export { listUnsettledRefunds } from './refunds.queries.ts';

/** The provider remembers idempotency keys for a day; after that the same key would create a second refund. */
const KEY_LIFE_MINUTES = 23 * 60;

type Outcome = { refundId: string | null; state: ProviderRefund['state'] };
const REFUSED: Outcome = { refundId: null, state: 'failed' };

/** Without a clear answer the refund stays reserved and is reconciled later. */
export async function carryOutRefund(context: Context, refund: RefundRow): Promise<RefundRow> {
  try {
    return await settleRefund(context, refund.id, await requestRefund(context, refund));
  } catch (error) {
    if (error instanceof PaymentUnknown) return refund;
    throw error;
  }
}

export async function carryOutReservedRefunds(context: Context, orderId: number): Promise<void> {
  for (const refund of await listReservedRefunds(context.db, orderId)) await carryOutRefund(context, refund);
}

async function requestRefund(context: Context, refund: RefundRow): Promise<Outcome> {
  const { db, payments, clock } = context;
  const intentId = (await findAttempt(db, refund.attemptId))?.intentId;
  if (!intentId) throw new Error(`refund ${refund.id} has no payment to give back`);
  if (refund.refundId) return payments.getRefund(refund.refundId);
  const made = await payments.findRefund(intentId, refund.key);
  if (made) return made;
  if (new Date(refund.createdAt) < minutesFrom(clock.now(), -KEY_LIFE_MINUTES)) return REFUSED;
  try {
    return await payments.refund({ refundKey: refund.key, intentId, amountCents: refund.amountCents });
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    return (await payments.findRefund(intentId, refund.key)) ?? REFUSED;
  }
}

/** Ignores refunds that were not made here. */
export async function followRefund(context: Context, providerRefundId: string): Promise<void> {
  const news = await context.payments.getRefund(providerRefundId);
  const isKey = /^[0-9a-f-]{36}$/.test(news.refundKey ?? '');
  const refund = isKey ? await findRefundByKey(context.db, news.refundKey ?? '') : undefined;
  if (refund) await settleRefund(context, refund.id, news);
}

/** The ledger changes once when the provider accepts the refund, and again if it fails. */
function settleRefund(context: Context, refundId: number, outcome: Outcome): Promise<RefundRow> {
  return inTransaction(context, async (tx) => {
    const seen = await findRefundById(tx.db, refundId);
    const attempt = seen && (await findAttempt(tx.db, seen.attemptId));
    if (!attempt) throw new Error(`there is no refund ${refundId}`);
    await takeTurn(tx.db, attempt.userId);
    const order = await findOrder(tx.db, attempt.orderId, { lock: true });
    const refund = await findRefundById(tx.db, refundId, { lock: true });
    if (!order || !refund) throw new Error(`refund ${refundId} belongs to no order`);
    if (!refundMachine.canMove(refund.state, outcome.state)) return refund;
    const settled = { ...refund, state: outcome.state, refundId: outcome.refundId ?? refund.refundId };
    await saveRefund(tx.db, settled);
    if (refund.state === 'reserved' && settled.refundId) await applyRefund(tx, order, attempt, settled);
    if (outcome.state === 'failed') await revertRefund(tx, order.id, attempt, settled);
    return settled;
  });
}

async function applyRefund(tx: Tx, order: OrderRow, attempt: AttemptRow, refund: RefundRow): Promise<void> {
  await book(tx, attempt, refund, 'refund');
  await tx.queue.enqueue(tx.db, sendRefundNoticeJob, { refundId: refund.id });
  // An unfilled pool delivered nothing, so there is nothing to end.
  if (order.paidAt === null) return;
  const lines = await listRefundLines(tx.db, refund.id);
  for (const line of lines) await addRefunded(tx.db, line.orderLineId, line.amountCents);
  const lineIds = lines.map((line) => line.orderLineId);
  await endEntitlements(tx.db, lineIds, tx.clock.now());
  const refundedCents = order.refundedCents + refund.amountCents;
  const next = refundedCents === order.totalCents ? 'refunded' : 'partly_refunded';
  const state = orderMachine.canMove(order.state, next) ? next : order.state;
  await setOrderRefunded(tx.db, order.id, { state, refundedCents });
}

/** The lines can be refunded again, but what they had brought stays ended. */
async function revertRefund(tx: Tx, orderId: number, attempt: AttemptRow, refund: RefundRow): Promise<void> {
  await freeRefundLines(tx.db, refund.id);
  if (!refund.refundId) return;
  await book(tx, attempt, refund, 'refund_failed');
  for (const line of await listRefundLines(tx.db, refund.id)) {
    await addRefunded(tx.db, line.orderLineId, -line.amountCents);
  }
  const order = await findOrder(tx.db, orderId);
  if (!order) throw new Error(`there is no order ${orderId}`);
  if (order.paidAt === null) return;
  const refundedCents = order.refundedCents - refund.amountCents;
  await setOrderRefunded(tx.db, order.id, { state: order.state, refundedCents });
}

async function book(
  tx: Tx,
  attempt: AttemptRow,
  refund: RefundRow,
  kind: 'refund' | 'refund_failed',
): Promise<void> {
  await insertLedgerEntry(tx.db, {
    kind,
    orderId: attempt.orderId,
    attemptId: attempt.id,
    mode: attempt.mode,
    externalId: refund.refundId ?? '',
    amountCents: kind === 'refund' ? -refund.amountCents : refund.amountCents,
    currency: attempt.currency,
    createdAt: tx.clock.now(),
  });
}
