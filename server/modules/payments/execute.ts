import { paymentMachine } from '#contract/rules/order-states.ts';
import type { Context } from '#server/context.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { findOrder, listLines } from '#server/modules/orders/orders.ts';
import { type AttemptRow, findAttempt, hasLiveShares } from '#server/modules/orders/payment-attempts.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import {
  type NewPayment,
  PaymentRefused,
  PaymentStuck,
  PaymentUnknown,
} from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { endOpenCardAttempt } from './card-attempts.queries.ts';
import { isCardBlocked } from './card-attempts.ts';
import { findCustomerId, findSource } from './cards.queries.ts';
import { forgetMissing } from './saved-cards.ts';
import {
  type PaymentProgress,
  settlePayment,
  settleWithoutProvider,
  syncPayment,
  withoutNextStep,
} from './settle.ts';

/** Safe to run again after a lost answer or a crash: the attempt's key makes it one charge. */
export async function executePayment(context: Context, attempt: AttemptRow): Promise<PaymentProgress> {
  const { db, config } = context;
  const orderKey = await getOrderKey(context, attempt);
  // A coupon or credit covers the whole price.
  if (attempt.amountCents === 0) return settleWithoutProvider(context, attempt, null);
  const customerId = (await findCustomerId(db, attempt.userId, attempt.mode))?.customerId;
  const methodId = attempt.sourceId && (await findSource(db, attempt.sourceId))?.methodId;
  if (!methodId) throw new Error(`payment ${attempt.id} has no card`);
  // The customer was deleted at the provider, and all cards with it.
  if (!customerId) return settleWithoutProvider(context, attempt, 'card_unusable');
  const request: NewPayment = {
    attemptKey: attempt.key,
    amountCents: attempt.amountCents,
    currency: attempt.currency,
    customerId,
    methodId,
    keepsCard: attempt.consentVersion !== null,
    capture: attempt.capture,
    asksBank: attempt.asksBank,
    description: `Encore order ${attempt.orderId}`,
    eventName: await eventNameOf(db, attempt.orderId),
    returnUrl: `${config.publicUrl}/checkout/${orderKey}?payment=${attempt.id}`,
  };
  try {
    const made = await requestPayment(context, request, new Date(attempt.createdAt));
    if (made instanceof PaymentRefused) {
      await forgetMissing(context, made, request);
      return await settleWithoutProvider(context, attempt, made.failure);
    }
    return await syncPayment(context, attempt.id, made.intentId);
  } catch (error) {
    if (!(error instanceof PaymentUnknown || error instanceof PaymentRefused)) throw error;
    await endOpenCardAttempt(db, attempt.id);
    return withoutNextStep(attempt, orderKey);
  }
}

/** Buyers recognize the charge on their statement by the event of the first item. */
export async function eventNameOf(db: Db, orderId: number): Promise<string> {
  const [line] = await listLines(db, [orderId]);
  if (!line) return '';
  return (await findSoldAlbums(db, [line.albumId])).get(line.albumId)?.eventName ?? '';
}

/**
 * A repeated call can be refused although the first one has succeeded, so a refusal is checked by key. So is an error that the
 * provider keeps, after some time for it to put things right.
 */
async function requestPayment({ payments, clock }: Context, request: NewPayment, since: Date) {
  try {
    return await payments.pay(request);
  } catch (error) {
    const isOver = error instanceof PaymentStuck && since <= minutesFrom(clock.now(), -CALL_TIMEOUT_MINUTES);
    const refused = isOver ? new PaymentRefused('processing_error', error) : error;
    if (!(refused instanceof PaymentRefused)) throw error;
    const customerId = refused.missing === 'customer' ? null : request.customerId;
    return (await payments.findPayment(customerId, request.attemptKey, since)) ?? refused;
  }
}

/** The payment exists at the provider, so without an answer nobody knows its state. */
export async function orUnclear<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentUnknown || error instanceof PaymentRefused)) throw error;
    throw new AppError('payment_unclear');
  }
}

/** Before this, the first call to the provider may still be running. */
const LOST_AFTER_MINUTES = 0.5;
/** The provider remembers idempotency keys for a day; after that the same key would create a second payment. */
const KEY_LIFE_MINUTES = 23 * 60;
const STEP_UP_TIMEOUT_MINUTES = 60;
/** Shorter, because others wait for the shares that are being kept. */
const SHARE_STEP_UP_TIMEOUT_MINUTES = 30;
const CALL_TIMEOUT_MINUTES = 2;

export async function refreshPayment(context: Context, actor: Actor, attemptId: number) {
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

/** Moves a payment to the state it would have if no answer had been lost. */
export async function reconcilePayment(context: Context, attempt: AttemptRow): Promise<PaymentProgress> {
  const ageMinutes = (context.clock.now().getTime() - Date.parse(attempt.createdAt)) / 60_000;
  const intentId = attempt.intentId ?? (await findLostPayment(context, attempt));
  const timeouts = await timeoutsOf(context, attempt);
  if (intentId === undefined) {
    const isAskedAgain = ageMinutes < timeouts.callMinutes && !(await isCardBlocked(context, attempt));
    if (isAskedAgain) return executePayment(context, attempt);
    if (ageMinutes < CALL_TIMEOUT_MINUTES)
      return withoutNextStep(attempt, await getOrderKey(context, attempt));
    return settleWithoutProvider(context, attempt, 'processing_error');
  }
  const progress = await syncPayment(context, attempt.id, intentId);
  const { state } = progress.attempt;
  if (paymentMachine.isFinal(state) || state === 'authorized') return progress;
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

async function findLostPayment({ db, payments }: Pick<Context, 'db' | 'payments'>, attempt: AttemptRow) {
  const customer = await findCustomerId(db, attempt.userId, attempt.mode);
  const since = new Date(attempt.createdAt);
  const isFormer = customer?.renewedAt && new Date(customer.renewedAt) >= since;
  if (!isFormer && !customer?.customerId) return undefined;
  const customerId = isFormer ? null : (customer?.customerId ?? null);
  return (await payments.findPayment(customerId, attempt.key, since))?.intentId;
}
