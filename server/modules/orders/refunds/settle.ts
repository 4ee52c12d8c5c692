import { refundMachine } from '#contract/rules/order-states.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { deliverGiftSoon } from '#server/modules/orders/gifts/job-definitions.ts';
import { findOrder } from '#server/modules/orders/orders.ts';
import { findAttempt, takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import {
  PaymentRefused,
  PaymentUnknown,
  type ProviderRefund,
} from '#server/platform/payments/payment-types.ts';
import { applyRefund, bookFailedAtOnce, refuseRefund, revertRefund } from './apply.ts';
import { findRefundById, listReservedRefunds, type RefundRow, saveRefund } from './refunds.queries.ts';

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
    await takeTurn(tx.db, attempt.userId);
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
