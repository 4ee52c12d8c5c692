import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { lockOwnOrder } from '#server/modules/orders/order/get-order.ts';
import { reviewOrder } from '#server/modules/orders/order/review-order.ts';
import type { OrderRef } from '#server/modules/orders/orders.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { PaymentRefused, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { createTurns } from '#server/platform/turns.ts';
import { carryOutPayment } from './carry-out.ts';
import { type PaymentProgress, withoutNextStep } from './progress.ts';
import { followPayment, settlePayment } from './settle.ts';
import { type PaymentRequest, type Started, startPayment } from './start.ts';

export function payOrder(
  context: Context,
  actor: Actor,
  { ref, request }: { ref: OrderRef; request: PaymentRequest },
): Promise<PaymentProgress> {
  return pay(context, { userId: actor.userId, request }, async (tx) => {
    const order = await lockOwnOrder(tx, actor, ref);
    if (order.isPool) {
      throw new AppError('conflict', { message: 'This order is shared. Take shares of it instead.' });
    }
    return (await reviewOrder(tx, order)) ?? startPayment(tx, { order, request });
  });
}

const inTurn = createTurns<number>();

/**
 * Calls the provider only after the short transaction of `start`. An attempt in progress is joined, not repeated. An
 * error that `start` returns, instead of throwing it, leaves what was written in place.
 */
export async function pay(
  context: Context,
  { userId, request }: { userId: number; request: Pick<PaymentRequest, 'cardId' | 'amountCents'> },
  start: (tx: Tx) => Promise<Started | AppError>,
): Promise<PaymentProgress> {
  const startInTurn = () => orThrow(inTurn(userId, () => inTransaction(context, start)));
  const started = await startInTurn();
  if (started.isNew) return orRefuse(await carryOutPayment(context, started.attempt));
  const { attempt, order } = started;
  const { intentId } = attempt;
  if (attempt.state !== 'requires_action' || intentId === null) return withoutNextStep(attempt, order.key);
  if (attempt.sourceId === request.cardId && attempt.amountCents === request.amountCents) {
    return orRefuse(await orUnclear(() => followPayment(context, attempt.id, intentId)));
  }
  const abandoned = await orUnclear(() => abandon(context, attempt.id, intentId));
  if (abandoned.attempt.state !== 'failed') return abandoned;
  const again = await startInTurn();
  if (!again.isNew) return withoutNextStep(again.attempt, order.key);
  return orRefuse(await carryOutPayment(context, again.attempt));
}

async function orThrow(start: Promise<Started | AppError>): Promise<Started> {
  const started = await start;
  if (started instanceof AppError) throw started;
  return started;
}

/** The buyer left the bank's page to use another card, so the first attempt ends before the next one starts. */
async function abandon(context: Context, attemptId: number, intentId: string): Promise<PaymentProgress> {
  return settlePayment(context, attemptId, await context.payments.cancelPayment(intentId));
}

function orRefuse(progress: PaymentProgress): PaymentProgress {
  const { attempt, orderKey } = progress;
  if (attempt.state !== 'failed') return progress;
  const details = { payment: attempt.id, order_key: orderKey };
  throw new AppError(attempt.failureCode ?? 'card_declined', { details });
}

/** The payment exists at the provider, so without an answer nobody knows its state. */
export async function orUnclear<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PaymentUnknown || error instanceof PaymentRefused) {
      throw new AppError('payment_unclear');
    }
    throw error;
  }
}
