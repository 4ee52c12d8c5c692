import { sumCents } from '#contract/rules/money.ts';
import { type OrderState, orderMachine } from '#contract/rules/order-states.ts';
import type { Tx } from '#server/context.ts';
import { insertLedgerEntry } from '#server/modules/ledger/ledger.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import type { AttemptRow } from '#server/modules/orders/payments/attempts.queries.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { openCase, payDownCases } from './cases.ts';
import { hasGoodsOf, syncEntitlements } from './goods.ts';
import { sendRefundNoticeJob } from './notice.ts';
import {
  addRefunded,
  isEveryLineRefunded,
  listRefundLines,
  type RefundRow,
  setOrderRefunded,
  setRefundLinesLive,
} from './refunds.queries.ts';
import { sendReturnedNoticeJob } from './returned-notice.ts';

type Refunded = { order: OrderRow; attempt: AttemptRow; refund: RefundRow };

/** The provider has accepted the refund. */
export async function applyRefund(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  if (refund.amountCents > 0) {
    await book(tx, attempt, refund, 'refund');
    await tx.queue.enqueue(tx.db, sendRefundNoticeJob, { refundId: refund.id });
    await payDownCases(tx, refund);
  }
  await countAsRefunded(tx, { order, attempt, refund });
}

/** Counts the lines as refunded and ends what the payer has got all money back for. An unfilled pool has no such lines. */
export async function countAsRefunded(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  refunded: Refunded,
): Promise<void> {
  await addToOrder(tx, refunded, 1);
  await syncEntitlements(tx, refunded);
}

/** The bank returned the money to us: the buyer gets the goods back, and staff owe the amount. */
export async function revertRefund(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  const { db, queue } = tx;
  await addToOrder(tx, { order, refund }, -1);
  await setRefundLinesLive(db, refund.id, false);
  await book(tx, attempt, refund, 'refund_failed');
  const isRestored = await syncEntitlements(tx, { order, attempt });
  await openCaseOf(tx, { order, attempt, refund });
  const { userId } = attempt;
  await recordAudit(db, {
    actorId: null,
    action: 'order.refund-returned',
    subject: `order:${order.id}`,
    before: { userId },
    after: { userId, refund: refund.id, amountCents: refund.amountCents },
  });
  await queue.enqueue(db, sendReturnedNoticeJob, { refundId: refund.id, isRestored });
}

/** The refund failed before anything was taken from the buyer. */
export async function bookFailedAtOnce(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  await setRefundLinesLive(tx.db, refund.id, false);
  await book(tx, attempt, refund, 'refund');
  await book(tx, attempt, refund, 'refund_failed');
  await payDownCases(tx, refund);
  await openCaseOf(tx, { order, attempt, refund });
}

/** The provider made no refund: the buyer keeps everything, and staff decide what to do about the money. */
export async function refuseRefund(tx: Tx, { order, attempt, refund }: Refunded): Promise<void> {
  await setRefundLinesLive(tx.db, refund.id, false);
  await openCaseOf(tx, { order, attempt, refund });
  const { userId } = attempt;
  await recordAudit(tx.db, {
    actorId: null,
    action: 'order.refund-refused',
    subject: `order:${order.id}`,
    before: { userId },
    after: { userId, refund: refund.id, amountCents: refund.amountCents },
  });
}

async function openCaseOf(tx: Pick<Tx, 'db' | 'clock'>, { order, attempt, refund }: Refunded): Promise<void> {
  const lineIds = (await listRefundLines(tx.db, refund.id)).map(({ orderLineId }) => orderLineId);
  await openCase(tx, { attempt, refund, hasGoods: await hasGoodsOf(tx, { order, attempt }, lineIds) });
}

async function addToOrder(
  tx: Pick<Tx, 'db'>,
  { order, refund }: Pick<Refunded, 'order' | 'refund'>,
  sign: 1 | -1,
): Promise<void> {
  const lines = await listRefundLines(tx.db, refund.id);
  if (lines.length === 0) return;
  for (const line of lines) await addRefunded(tx.db, line.orderLineId, sign * line.amountCents);
  const amountCents = sumCents(lines.map((line) => line.amountCents));
  await saveRefunded(tx, order, order.refundedCents + sign * amountCents);
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
