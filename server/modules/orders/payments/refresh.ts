import { paymentMachine } from '#contract/rules/order-states.ts';
import type { Context } from '#server/context.ts';
import { findOrder } from '#server/modules/orders/order/orders.queries.ts';
import { hasLiveShares } from '#server/modules/orders/pools/pools.queries.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { type AttemptRow, findAttempt } from './attempts.queries.ts';
import { findCustomerId } from './cards.queries.ts';
import { carryOutPayment, waiting } from './carry-out.ts';
import { orUnavailable } from './pay-order.ts';
import type { PaymentProgress } from './progress.ts';
import { failPayment, followPayment, settlePayment } from './settle.ts';

/** A first call may still be on its way; after this time it is asked again. */
const LOST_AFTER_MINUTES = 0.5;
/** The provider remembers keys for a day; after that the same key would be a second payment. */
const KEY_LIFE_MINUTES = 23 * 60;
/** Who has not proven to be the card's owner by now has gone away. */
const STEP_UP_MINUTES = 60;
/** Shorter where others wait for the share that is being kept. */
const SHARE_STEP_UP_MINUTES = 30;
/** No call of ours is on its way for so long. */
const CALL_MINUTES = 2;

/** How a payment of the buyer stands now, whatever the browser thinks. */
export async function refreshPayment(
  context: Context,
  userId: number,
  attemptId: number,
): Promise<PaymentProgress> {
  const attempt = await findAttempt(context.db, attemptId);
  if (attempt?.userId !== userId) throw new AppError('not_found');
  const order = await findOrder(context.db, { id: attempt.orderId });
  if (!order) throw new AppError('not_found');
  const isOfOtherKeys = attempt.mode !== context.payments.mode;
  if (isOfOtherKeys || paymentMachine.isFinal(attempt.state)) return waiting(attempt, order.key);
  const lostSince = minutesFrom(context.clock.now(), -LOST_AFTER_MINUTES);
  if (attempt.intentId === null && new Date(attempt.createdAt) > lostSince)
    return waiting(attempt, order.key);
  return orUnavailable(() => healPayment(context, attempt));
}

/** Brings a payment to the state it would have if no answer had been lost. */
export async function healPayment(context: Context, attempt: AttemptRow): Promise<PaymentProgress> {
  const ageMinutes = (context.clock.now().getTime() - Date.parse(attempt.createdAt)) / 60_000;
  const intentId = attempt.intentId ?? (await findLost(context, attempt));
  const patience = await patienceWith(context, attempt);
  if (intentId === undefined) {
    if (ageMinutes < patience.untilGivenUp) return carryOutPayment(context, attempt);
    if (ageMinutes >= CALL_MINUTES) return failPayment(context, attempt, 'processing_error');
    return waiting(attempt, await getOrderKey(context, attempt));
  }
  const progress = await followPayment(context, attempt.id, intentId);
  const { state } = progress.attempt;
  if (paymentMachine.isFinal(state) || state === 'authorised') return progress;
  if (ageMinutes < patience.withBuyer) return progress;
  return settlePayment(context, attempt.id, await context.payments.cancelPayment(intentId));
}

/** How old a payment gets that never reached the provider, and one that waits for its buyer. */
async function patienceWith({ db }: Context, attempt: AttemptRow) {
  if (attempt.capture === 'automatic') return { untilGivenUp: KEY_LIFE_MINUTES, withBuyer: STEP_UP_MINUTES };
  const isWanted = await hasLiveShares(db, attempt.id);
  const minutes = isWanted ? SHARE_STEP_UP_MINUTES : 0;
  return { untilGivenUp: minutes, withBuyer: minutes };
}

async function getOrderKey({ db }: Context, attempt: AttemptRow): Promise<string> {
  const order = await findOrder(db, { id: attempt.orderId });
  if (!order) throw new Error(`payment ${attempt.id} belongs to no order`);
  return order.key;
}

async function findLost(context: Context, attempt: AttemptRow): Promise<string | undefined> {
  const { db, payments } = context;
  const customerId = (await findCustomerId(db, attempt.userId, attempt.mode))?.customerId;
  if (!customerId) return undefined;
  return (await payments.findPayment(customerId, attempt.key, new Date(attempt.createdAt)))?.intentId;
}
