import { sumCents } from '#contract/rules/money.ts';
import { type OrderState, orderMachine, refundMachine } from '#contract/rules/order-states.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { releaseUnwanted } from '#server/modules/group-orders/end-pool.ts';
import { insertLedgerEntry } from '#server/modules/ledger/ledger.ts';
import { deliverGiftSoon } from '#server/modules/orders/deliver.ts';
import { findOrder, type OrderRow } from '#server/modules/orders/orders.ts';
import { type AttemptRow, findAttempt, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import { hasEntitlementsOf, syncEntitlements } from '#server/modules/payments/entitlement-states.ts';
import {
  findRefundById,
  listRefundLines,
  listReservedRefunds,
  type RefundRow,
  saveRefund,
  setRefundLinesLive,
} from '#server/modules/payments/refunds.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import {
  PaymentRefused,
  PaymentUnknown,
  type ProviderRefund,
} from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { openCase, payDownCases } from './cases.ts';
import { sendRefundNoticeJob, sendReturnedNoticeJob } from './refund-notices.ts';
import { addRefunded, isEveryLineRefunded, listOpenCases } from './refunds.queries.ts';

/** The provider remembers idempotency keys for a day; after that the same key would create a second refund. */
const KEY_LIFE_MINUTES = 23 * 60;

type Outcome = { refundId: string | null; state: ProviderRefund['state'] };
const REFUSED: Outcome = { refundId: null, state: 'failed' };

/** Without a clear answer the refund stays reserved and is reconciled later. */
export async function executeRefund(context: Context, refund: RefundRow): Promise<RefundRow> {
  try {
    return await settleRefund(context, refund.id, await requestRefund(context, refund));
  } catch (error) {
    if (error instanceof PaymentUnknown) return refund;
    throw error;
  }
}

export async function executeReservedRefunds(context: Context, orderId: number): Promise<void> {
  for (const refund of await listReservedRefunds(context.db, orderId)) await executeRefund(context, refund);
}

/** For a group order that has ended or lost members: ends the holds that it no longer wants and sends its refunds. */
export async function releaseHolds(context: Context, orderId: number): Promise<void> {
  await releaseUnwanted(context, orderId);
  await executeReservedRefunds(context, orderId);
}

async function requestRefund(context: Context, refund: RefundRow): Promise<Outcome> {
  if (refund.amountCents === 0) return { refundId: null, state: 'succeeded' };
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

/** The ledger changes once when the provider accepts the refund, and again if it fails. */
export function settleRefund(context: Context, refundId: number, outcome: Outcome): Promise<RefundRow> {
  return inTransaction(context, async (tx) => {
    const seen = await findRefundById(tx.db, refundId);
    const attempt = seen && (await findAttempt(tx.db, seen.attemptId));
    if (!attempt) throw new Error(`there is no refund ${refundId}`);
    await lockBuyer(tx.db, attempt.userId);
    const order = await findOrder(tx.db, attempt.orderId, { lock: true });
    const before = await findRefundById(tx.db, refundId, { lock: true });
    if (!order || !before) throw new Error(`refund ${refundId} belongs to no order`);
    if (!refundMachine.canMove(before.state, outcome.state)) return before;
    const refund = { ...before, state: outcome.state, refundId: outcome.refundId ?? before.refundId };
    await saveRefund(tx.db, refund);
    const isAccepted = before.state !== 'reserved';
    const isRefused = refund.refundId === null && refund.amountCents > 0;
    if (isRefused) await refuseRefund(tx, { order, attempt, refund });
    else if (refund.state === 'failed') {
      await (isAccepted ? revertRefund : bookFailedAtOnce)(tx, { order, attempt, refund });
    } else if (!isAccepted) await applyRefund(tx, { order, attempt, refund });
    if (refund.state === 'failed') await deliverGiftSoon(tx, order);
    return refund;
  });
}

type Refunded = { order: OrderRow; attempt: AttemptRow; refund: RefundRow };

/** The provider has accepted the refund. */
async function applyRefund(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  if (refund.amountCents > 0) {
    await book(tx, attempt, refund, 'refund');
    await tx.queue.enqueue(tx.db, sendRefundNoticeJob, { refundId: refund.id });
    await payDownCases(tx, refund);
  }
  await countAsRefunded(tx, { order, attempt, refund });
}

/** Counts the lines as refunded and ends what the payer has got all money back for. An unfilled pool has no such lines. */
export async function countAsRefunded(tx: Pick<Tx, 'db' | 'queue' | 'clock'>, refunded: Refunded) {
  await addToOrder(tx, refunded, 1);
  await syncEntitlements(tx, refunded);
}

/** The bank returned the money to us: the buyer gets the purchase back, and staff owe the amount. */
async function revertRefund(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  const { db, queue } = tx;
  await addToOrder(tx, { order, refund }, -1);
  await setRefundLinesLive(db, refund.id, false);
  await book(tx, attempt, refund, 'refund_failed');
  const isRestored = await syncEntitlements(tx, { order, attempt });
  await openCaseOf(tx, { order, attempt, refund });
  await recordFailure(tx, { attempt, refund }, 'order.refund-returned');
  await queue.enqueue(db, sendReturnedNoticeJob, { refundId: refund.id, isRestored });
}

/** The refund failed before anything was taken from the buyer. */
async function bookFailedAtOnce(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  await setRefundLinesLive(tx.db, refund.id, false);
  await book(tx, attempt, refund, 'refund');
  await book(tx, attempt, refund, 'refund_failed');
  await payDownCases(tx, refund);
  await openCaseOf(tx, { order, attempt, refund });
}

/** The provider made no refund: the buyer keeps everything, and staff decide what to do about the money. */
async function refuseRefund(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  await setRefundLinesLive(tx.db, refund.id, false);
  // The case of a refund that was sent again is still open.
  const cases = await listOpenCases(tx.db, attempt.id);
  if (!cases.some(({ retryRefundId }) => retryRefundId === refund.id))
    await openCaseOf(tx, { order, attempt, refund });
  await recordFailure(tx, { attempt, refund }, 'order.refund-refused');
}

async function recordFailure(
  { db }: Tx,
  { attempt: { orderId, userId }, refund: { id, amountCents } }: Pick<Refunded, 'attempt' | 'refund'>,
  action: 'order.refund-returned' | 'order.refund-refused',
): Promise<void> {
  const after = { userId, refund: id, amountCents };
  await recordAudit(db, { actorId: null, action, subject: `order:${orderId}`, before: { userId }, after });
}

async function openCaseOf(tx: Pick<Tx, 'db' | 'clock'>, { order, attempt, refund }: Refunded): Promise<void> {
  const lineIds = (await listRefundLines(tx.db, refund.id)).map(({ orderLineId }) => orderLineId);
  await openCase(tx, {
    attempt,
    refund,
    hasEntitlements: await hasEntitlementsOf(tx, { order, attempt }, lineIds),
  });
}

async function addToOrder(
  { db }: Pick<Tx, 'db'>,
  { order: { id, state, totalCents, ...order }, refund }: Pick<Refunded, 'order' | 'refund'>,
  sign: 1 | -1,
): Promise<void> {
  const lines = await listRefundLines(db, refund.id);
  if (lines.length === 0) return;
  for (const line of lines) await addRefunded(db, line.orderLineId, sign * line.amountCents);
  const refundedCents = order.refundedCents + sign * sumCents(lines.map((line) => line.amountCents));
  const isWhole = totalCents > 0 ? refundedCents === totalCents : await isEveryLineRefunded(db, id);
  const isNothing = totalCents > 0 && refundedCents === 0;
  const next: OrderState = isNothing ? 'paid' : isWhole ? 'refunded' : 'partly_refunded';
  if (next !== state && !orderMachine.canMove(state, next)) {
    throw new Error(`order ${id} is ${state} and cannot become ${next}`);
  }
  await db.updateTable('orders').set({ state: next, refundedCents }).where('id', '=', id).execute();
}

async function book(tx: Tx, attempt: AttemptRow, refund: RefundRow, kind: 'refund' | 'refund_failed') {
  await insertLedgerEntry(tx, {
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
