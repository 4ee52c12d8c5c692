import { type OrderState, orderMachine } from '#contract/rules/order-states.ts';
import type { Tx } from '#server/context.ts';
import type { OrderRow } from '#server/modules/orders/order/orders.queries.ts';
import type { AttemptRow } from '#server/modules/orders/payments/attempts.queries.ts';
import { insertLedgerEntry } from '#server/modules/orders/payments/ledger.queries.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { returnGoods, takeGoods } from './goods.ts';
import { sendRefundNoticeJob } from './notice.ts';
import {
  addRefunded,
  isEveryLineRefunded,
  listRefundLines,
  type RefundRow,
  setOrderRefunded,
  setRefundLinesLive,
  sumRefunds,
} from './refunds.queries.ts';
import { closeReturnedRefund, listSettledBy, openReturnedRefund, sumOwed } from './returned.queries.ts';
import { sendReturnedNoticeJob } from './returned-notice.ts';

type Refunded = { order: OrderRow; attempt: AttemptRow; refund: RefundRow };

/** The provider has accepted the refund. */
export async function applyRefund(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  if (refund.amountCents > 0) {
    await book(tx, attempt, refund, 'refund');
    await tx.queue.enqueue(tx.db, sendRefundNoticeJob, { refundId: refund.id });
    await closeCasesSettledBy(tx, refund);
  }
  await countAsRefunded(tx, { order, attempt, refund });
}

/** Ends what was bought and counts the amount as refunded. An unfilled pool delivered nothing that could end. */
export async function countAsRefunded(
  tx: Pick<Tx, 'db' | 'clock'>,
  { order, attempt, refund }: Refunded,
): Promise<void> {
  if (order.paidAt === null) return;
  const lines = await listRefundLines(tx.db, refund.id);
  for (const line of lines) await addRefunded(tx.db, line.orderLineId, line.amountCents);
  const orderLineIds = lines.map((line) => line.orderLineId);
  await takeGoods(tx, { order, attempt, refund, orderLineIds });
  await saveRefunded(tx, order, order.refundedCents + refund.amountCents);
}

/** The bank returned the money to us: the buyer gets the goods back, and staff owe the amount. */
export async function revertRefund(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  const { db, queue } = tx;
  await setRefundLinesLive(db, refund.id, false);
  await book(tx, attempt, refund, 'refund_failed');
  const hasGoods = order.paidAt !== null && (await uncountRefund(tx, { order, attempt, refund }));
  await openCase(tx, { attempt, refund }, hasGoods);
  const { userId } = attempt;
  await recordAudit(db, {
    actorId: null,
    action: 'order.refund-returned',
    subject: `order:${order.id}`,
    before: { userId },
    after: { userId, refund: refund.id, amountCents: refund.amountCents },
  });
  await queue.enqueue(db, sendReturnedNoticeJob, { refundId: refund.id });
}

async function uncountRefund(tx: Tx, { order, attempt, refund }: Refunded): Promise<boolean> {
  const lines = await listRefundLines(tx.db, refund.id);
  for (const line of lines) await addRefunded(tx.db, line.orderLineId, -line.amountCents);
  await saveRefunded(tx, order, order.refundedCents - refund.amountCents);
  if (refund.endsGoodsOf === 'nobody') return true;
  const orderLineIds = lines.map((line) => line.orderLineId);
  return returnGoods(tx, { order, attempt, refund, orderLineIds });
}

/** The refund failed before anything was taken from the buyer. */
export async function bookFailedAtOnce(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  await setRefundLinesLive(tx.db, refund.id, false);
  await book(tx, attempt, refund, 'refund');
  await book(tx, attempt, refund, 'refund_failed');
  await closeCasesSettledBy(tx, refund);
  await openCase(tx, { attempt, refund }, order.paidAt !== null);
}

/** The new refund takes the place of returned ones; should it come back too, it opens a case of its own. */
async function closeCasesSettledBy(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  refund: RefundRow,
): Promise<void> {
  for (const { id } of await listSettledBy(db, refund)) {
    await closeReturnedRefund(db, id, {
      outcome: 'refunded_again',
      retryRefundId: refund.id,
      closedBy: refund.madeBy,
      closedAt: clock.now(),
    });
  }
}

/** Several refunds of the same money may come back, but we owe no more than what we still hold of the payment. */
async function openCase(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { attempt, refund }: Pick<Refunded, 'attempt' | 'refund'>,
  hasGoods: boolean,
): Promise<void> {
  const held = attempt.amountCents - (await sumRefunds(db, attempt.id, { withReserved: false }));
  const amountCents = Math.min(refund.amountCents, held - (await sumOwed(db, attempt.id)));
  if (amountCents <= 0) return;
  const { id: refundId, orderId, attemptId } = refund;
  await openReturnedRefund(db, { refundId, orderId, attemptId, amountCents, hasGoods, now: clock.now() });
}

async function saveRefunded(
  { db }: Pick<Tx, 'db'>,
  { id, state, totalCents }: OrderRow,
  refundedCents: number,
): Promise<void> {
  const isWhole = totalCents > 0 ? refundedCents === totalCents : await isEveryLineRefunded(db, id);
  const isNothing = totalCents > 0 && refundedCents === 0;
  const next: OrderState = isNothing ? 'paid' : isWhole ? 'refunded' : 'partly_refunded';
  if (next !== state && !orderMachine.canMove(state, next)) {
    throw new Error(`order ${id} is ${state} and cannot become ${next}`);
  }
  await setOrderRefunded(db, id, { state: next, refundedCents });
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
