import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findVisibleOrder } from '#server/modules/orders/order/get-order.ts';
import { AppError } from '#server/platform/errors.ts';
import { PaymentRefused, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { takeTurn } from './attempts.queries.ts';
import { carryOutPayment, waiting } from './carry-out.ts';
import type { PaymentProgress } from './progress.ts';
import { followPayment, settlePayment } from './settle.ts';
import { type Offer, type Started, startPayment } from './start.ts';

/** Only its owner pays an order, and at once; a pool is paid in shares. */
export function payOrder(
  context: Context,
  userId: number,
  name: number | string,
  offer: Offer,
): Promise<PaymentProgress> {
  return pay(context, offer, async (tx) => {
    await takeTurn(tx.db, userId);
    const order = await findVisibleOrder(tx, userId, name, { lock: true });
    if (order.userId !== userId) throw new AppError('not_found');
    if (order.isPool) {
      throw new AppError('conflict', { message: 'This order is shared. Take its shares instead.' });
    }
    return startPayment(tx, order, offer);
  });
}

/** A short transaction first, the provider after it. A try that is under way is joined, not repeated. */
export async function pay(
  context: Context,
  offer: Pick<Offer, 'sourceId' | 'amountCents'>,
  start: (tx: Tx) => Promise<Started>,
): Promise<PaymentProgress> {
  const started = await inTransaction(context, start);
  if (started.isNew) return orRefuse(await carryOutPayment(context, started.attempt));
  const { attempt, order } = started;
  if (attempt.state !== 'requires_action' || attempt.intentId === null) return waiting(attempt, order.key);
  if (attempt.sourceId === offer.sourceId && attempt.amountCents === offer.amountCents) {
    return orRefuse(await orUnavailable(() => followPayment(context, attempt.id, attempt.intentId ?? '')));
  }
  const left = await orUnavailable(() => abandon(context, attempt.id, attempt.intentId ?? ''));
  if (left.attempt.state !== 'failed') return left;
  const again = await inTransaction(context, start);
  if (!again.isNew) return waiting(again.attempt, order.key);
  return orRefuse(await carryOutPayment(context, again.attempt));
}

/** The buyer left the bank's page and wants another card: the first try is ended before the next begins. */
async function abandon(context: Context, attemptId: number, intentId: string): Promise<PaymentProgress> {
  const ended = await context.payments.cancelPayment(intentId);
  return settlePayment(context, attemptId, ended);
}

function orRefuse(progress: PaymentProgress): PaymentProgress {
  const { attempt, orderKey } = progress;
  if (attempt.state !== 'failed') return progress;
  const details = { payment: attempt.id, order_key: orderKey };
  throw new AppError(attempt.failureCode ?? 'card_declined', { details });
}

export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentUnknown || error instanceof PaymentRefused) {
      throw new AppError('payments_unavailable');
    }
    throw error;
  }
}
