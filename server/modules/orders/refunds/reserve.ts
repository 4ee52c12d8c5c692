import type { AttemptRow } from '#server/modules/orders/payments/attempts.queries.ts';
import type { Db } from '#server/platform/database.ts';
import { insertRefund, sumRefunds } from './refunds.queries.ts';

export { listOwnRefundSums } from './refunds.queries.ts';

const MEMO = 'The pool did not fill.';

/** For a pool that ended unfilled: the refund has no lines, because none were delivered. */
export async function reserveWholeRefund(
  db: Db,
  { attempt, now }: { attempt: AttemptRow; now: Date },
): Promise<void> {
  const { orderId, id: attemptId } = attempt;
  const amountCents = attempt.amountCents - (await sumRefunds(db, attemptId));
  if (amountCents === 0) return;
  await insertRefund(db, { orderId, attemptId, amountCents, memo: MEMO, madeBy: null, createdAt: now }, []);
}
