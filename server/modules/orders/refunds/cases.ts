import { sumCents } from '#contract/rules/money.ts';
import type { Tx } from '#server/context.ts';
import type { AttemptRow } from '#server/modules/orders/payments/attempts.queries.ts';
import { tell } from '#server/platform/live/tell.ts';
import { sumHeld } from './order-money.ts';
import { listRefundLines, type RefundRow } from './refunds.queries.ts';
import {
  closeReturnedRefund,
  listOpenCases,
  openReturnedRefund,
  type ReturnedRefundRow,
  saveOwed,
} from './returned.queries.ts';

/**
 * A refund that was decided and did not reach the buyer. Several refunds of the same money may fail, but we owe no more
 * than what we still hold of the payment.
 */
export async function openCase(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { attempt, refund, hasGoods }: { attempt: AttemptRow; refund: RefundRow; hasGoods: boolean },
): Promise<void> {
  const owed = sumCents((await listOpenCases(db, attempt.id)).map((one) => one.amountCents));
  const amountCents = Math.min(refund.amountCents, (await sumHeld(db, attempt)) - owed);
  if (amountCents <= 0) return;
  const { id: refundId, orderId, attemptId } = refund;
  await openReturnedRefund(db, { refundId, orderId, attemptId, amountCents, hasGoods, now: clock.now() });
  await tell(db, { to: 'staff', kind: 'queues' });
}

/** A refund pays what is owed on the same lines, the oldest case first. Should it come back, it opens a case of its own. */
export async function payDownCases(tx: Pick<Tx, 'db' | 'clock'>, refund: RefundRow): Promise<void> {
  const left = await readLines(tx, refund.id, refund.amountCents);
  for (const one of await listOpenCases(tx.db, refund.attemptId)) {
    let owedCents = one.amountCents;
    for (const lineId of (await readLines(tx, one.refundId, 0)).keys()) {
      const paidCents = Math.min(owedCents, left.get(lineId) ?? 0);
      owedCents -= paidCents;
      left.set(lineId, (left.get(lineId) ?? 0) - paidCents);
    }
    const closing = { outcome: 'refunded_again', retryRefundId: refund.id, closedBy: refund.madeBy } as const;
    if (owedCents === 0) await closeReturnedRefund(tx.db, one.id, { ...closing, closedAt: tx.clock.now() });
    else await saveOwed(tx.db, one.id, owedCents);
  }
}

/** A refund of a pool that did not fill has no lines; it counts as one line of its own. */
async function readLines(
  { db }: Pick<Tx, 'db'>,
  refundId: number,
  amountCents: number,
): Promise<Map<number, number>> {
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
    if (owedCents > 0) await saveOwed(tx.db, one.id, owedCents);
    else await closeAsLost(tx, one);
  }
}

function closeAsLost({ db, clock }: Pick<Tx, 'db' | 'clock'>, { id }: ReturnedRefundRow): Promise<void> {
  return closeReturnedRefund(db, id, {
    outcome: 'lost_in_dispute',
    closedBy: null,
    closedAt: clock.now(),
  });
}
