import { paymentMachine } from '#contract/rules/order-states.ts';
import type { Context } from '#server/context.ts';
import { findOrder } from '#server/modules/orders/orders.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type AttemptRow, findAttempt, hasLiveShares } from './attempts.queries.ts';
import { isCardBlocked } from './card-tries.ts';
import { findCustomerId } from './cards.queries.ts';
import { carryOutPayment } from './carry-out.ts';
import { orUnclear } from './pay-order.ts';
import { type PaymentProgress, withoutNextStep } from './progress.ts';
import { failPayment, followPayment, settlePayment } from './settle.ts';

/** Before this, the first call to the provider may still be running. */
const LOST_AFTER_MINUTES = 0.5;
/** The provider remembers idempotency keys for a day; after that the same key would create a second payment. */
const KEY_LIFE_MINUTES = 23 * 60;
const STEP_UP_TIMEOUT_MINUTES = 60;
/** Shorter, because others wait for the shares that are being kept. */
const SHARE_STEP_UP_TIMEOUT_MINUTES = 30;
const CALL_TIMEOUT_MINUTES = 2;

export async function refreshPayment(
  context: Context,
  actor: Actor,
  attemptId: number,
): Promise<PaymentProgress> {
  const attempt = await findAttempt(context.db, attemptId);
  if (attempt?.userId !== actor.userId) throw new AppError('not_found');
  const orderKey = await getOrderKey(context, attempt);
  const isOtherMode = attempt.mode !== context.payments.mode;
  if (isOtherMode || paymentMachine.isFinal(attempt.state)) return withoutNextStep(attempt, orderKey);
  const lostSince = minutesFrom(context.clock.now(), -LOST_AFTER_MINUTES);
  if (attempt.intentId === null && new Date(attempt.createdAt) > lostSince)
    return withoutNextStep(attempt, orderKey);
  return orUnclear(() => reconcilePayment(context, attempt));
}

/** Brings a payment to the state it would have if no answer had been lost. */
export async function reconcilePayment(context: Context, attempt: AttemptRow): Promise<PaymentProgress> {
  const ageMinutes = (context.clock.now().getTime() - Date.parse(attempt.createdAt)) / 60_000;
  const intentId = attempt.intentId ?? (await findLostPayment(context, attempt));
  const timeouts = await timeoutsOf(context, attempt);
  if (intentId === undefined) {
    const isAskedAgain = ageMinutes < timeouts.callMinutes && !(await isCardBlocked(context, attempt));
    if (isAskedAgain) return carryOutPayment(context, attempt);
    if (ageMinutes >= CALL_TIMEOUT_MINUTES) return failPayment(context, attempt, 'processing_error');
    return withoutNextStep(attempt, await getOrderKey(context, attempt));
  }
  const progress = await followPayment(context, attempt.id, intentId);
  const { state } = progress.attempt;
  if (paymentMachine.isFinal(state) || state === 'authorised') return progress;
  if (ageMinutes < timeouts.stepUpMinutes) return progress;
  return settlePayment(context, attempt.id, await context.payments.cancelPayment(intentId));
}

async function timeoutsOf({ db }: Pick<Context, 'db'>, attempt: AttemptRow) {
  if (attempt.capture === 'automatic') {
    return { callMinutes: KEY_LIFE_MINUTES, stepUpMinutes: STEP_UP_TIMEOUT_MINUTES };
  }
  const minutes = (await hasLiveShares(db, attempt.id)) ? SHARE_STEP_UP_TIMEOUT_MINUTES : 0;
  return { callMinutes: minutes, stepUpMinutes: minutes };
}

async function getOrderKey({ db }: Pick<Context, 'db'>, attempt: AttemptRow): Promise<string> {
  const order = await findOrder(db, attempt.orderId);
  if (!order) throw new Error(`payment ${attempt.id} belongs to no order`);
  return order.key;
}

async function findLostPayment(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  attempt: AttemptRow,
): Promise<string | undefined> {
  const customer = await findCustomerId(db, attempt.userId, attempt.mode);
  const since = new Date(attempt.createdAt);
  const isFormer = customer?.renewedAt && new Date(customer.renewedAt) >= since;
  if (!isFormer && !customer?.customerId) return undefined;
  const customerId = isFormer ? null : (customer?.customerId ?? null);
  return (await payments.findPayment(customerId, attempt.key, since))?.intentId;
}
