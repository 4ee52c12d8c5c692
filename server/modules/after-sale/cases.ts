import { sumCents } from '#contract/rules/money.ts';
import type { Tx } from '#server/context.ts';
import type { AttemptRow } from '#server/modules/orders/payment-attempts.ts';
import { readCharges } from '#server/modules/payments/order-money.ts';
import { listRefundLines, type RefundRow } from '#server/modules/payments/refunds.ts';
import type { Db } from '#server/platform/database/database.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { listOpenCases, openReturnedRefund, updateReturned } from './refunds.queries.ts';

/** The part of a payment that we still have. */
async function sumHeld(db: Db, attempt: Pick<AttemptRow, 'id' | 'orderId'>): Promise<number> {
  const charges = await readCharges(db, { id: attempt.orderId }, { withReserved: false });
  const own = charges.filter(({ attemptId }) => attemptId === attempt.id);
  return sumCents(own.map(({ leftCents, lostCents }) => Math.max(0, leftCents - lostCents)));
}

/**
 * A refund that was decided and did not reach the buyer. Several refunds of the same money may fail, but we owe no more
 * than what we still hold of the payment.
 */
export async function openCase(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { attempt, refund, hasEntitlements }: { attempt: AttemptRow; refund: RefundRow; hasEntitlements: boolean },
): Promise<void> {
  const owed = sumCents((await listOpenCases(db, attempt.id)).map((one) => one.amountCents));
  const amountCents = Math.min(refund.amountCents, (await sumHeld(db, attempt)) - owed);
  if (amountCents <= 0) return;
  const { id: refundId, orderId, attemptId } = refund;
  const of = { refundId, orderId, attemptId };
  await openReturnedRefund(db, { ...of, amountCents, hasEntitlements, createdAt: clock.now() });
  await publishLive(db, { to: 'staff', kind: 'queues' });
}

/** A refund pays what is owed on the same lines, the oldest case first. Should it come back, it opens its own case. */
export async function payDownCases(tx: Pick<Tx, 'db' | 'clock'>, refund: RefundRow): Promise<void> {
  const left = await readLines(tx, refund.id, refund.amountCents);
  for (const one of await listOpenCases(tx.db, refund.attemptId)) {
    let owedCents = one.amountCents;
    for (const lineId of (await readLines(tx, one.refundId, 0)).keys()) {
      const paidCents = Math.min(owedCents, left.get(lineId) ?? 0);
      owedCents -= paidCents;
      left.set(lineId, (left.get(lineId) ?? 0) - paidCents);
    }
    const closing = { outcome: 'refunded_again', retryRefundId: refund.id, closedBy: refund.madeBy };
    const change = owedCents === 0 ? { ...closing, closedAt: tx.clock.now() } : { amountCents: owedCents };
    await updateReturned(tx.db, one.id, change);
  }
}

/** A refund of a pool that did not fill has no lines; it counts as one line of its own. */
async function readLines({ db }: Pick<Tx, 'db'>, refundId: number, amountCents: number) {
  const lines = await listRefundLines(db, refundId);
  if (lines.length === 0) return new Map([[0, amountCents]]);
  return new Map(lines.map((line) => [line.orderLineId, line.amountCents]));
}

/** After a dispute was lost, the bank has given the buyer what we would have owed. */
export async function closeLostCases(tx: Pick<Tx, 'db' | 'clock'>, attempt: AttemptRow): Promise<void> {
  let heldCents = await sumHeld(tx.db, attempt);
  for (const one of await listOpenCases(tx.db, attempt.id)) {
    const owedCents = Math.min(one.amountCents, heldCents);
    heldCents -= owedCents;
    const lost = { outcome: 'lost_in_dispute', closedAt: tx.clock.now() };
    await updateReturned(tx.db, one.id, owedCents > 0 ? { amountCents: owedCents } : lost);
  }
}
