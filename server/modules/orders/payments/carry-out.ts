import type { Context } from '#server/context.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { findOrder, listLines } from '#server/modules/orders/orders.ts';
import type { Db } from '#server/platform/database.ts';
import {
  type NewPayment,
  PaymentRefused,
  PaymentUnknown,
  type ProviderPayment,
} from '#server/platform/payments/payment-types.ts';
import type { AttemptRow } from './attempts.queries.ts';
import { endOpenTry } from './card-tries.ts';
import { findCustomerId, findSource } from './cards.queries.ts';
import { forgetMissing } from './lost-customer.ts';
import { type PaymentProgress, withoutNextStep } from './progress.ts';
import { failPayment, followPayment, settlePayment } from './settle.ts';

/** Safe to run again after a lost answer or a crash: the attempt's key makes it one charge. */
export async function carryOutPayment(context: Context, attempt: AttemptRow): Promise<PaymentProgress> {
  const { db, config } = context;
  const order = await findOrder(db, attempt.orderId);
  if (!order) throw new Error(`payment ${attempt.id} belongs to no order`);
  if (attempt.amountCents === 0) return settleWithoutCharge(context, attempt);
  const customerId = (await findCustomerId(db, attempt.userId, attempt.mode))?.customerId;
  const methodId = attempt.sourceId && (await findSource(db, attempt.sourceId))?.methodId;
  if (!methodId) throw new Error(`payment ${attempt.id} has no card`);
  // The customer was deleted at the provider, and all cards with it.
  if (!customerId) return failPayment(context, attempt, 'card_unusable');
  const request: NewPayment = {
    attemptKey: attempt.key,
    amountCents: attempt.amountCents,
    currency: attempt.currency,
    customerId,
    methodId,
    keepsCard: attempt.consentVersion !== null,
    capture: attempt.capture,
    asksBank: attempt.asksBank,
    description: `Encore order ${order.id}`,
    eventName: await eventNameOf(db, order.id),
    returnUrl: `${config.publicUrl}/checkout/${order.key}?payment=${attempt.id}`,
  };
  try {
    const made = await requestPayment(context, request, new Date(attempt.createdAt));
    if (made instanceof PaymentRefused) {
      await forgetMissing(context, made, request);
      return await failPayment(context, attempt, made.failure);
    }
    return await followPayment(context, attempt.id, made.intentId);
  } catch (error) {
    if (!(error instanceof PaymentUnknown || error instanceof PaymentRefused)) throw error;
    await endOpenTry(db, attempt.id);
    return withoutNextStep(attempt, order.key);
  }
}

/** Buyers recognize the charge on their statement by the event of the first item. */
export async function eventNameOf(db: Db, orderId: number): Promise<string> {
  const [line] = await listLines(db, [orderId]);
  if (!line) return '';
  return (await findSoldAlbums(db, [line.albumId])).get(line.albumId)?.eventName ?? '';
}

/** A repeated call can be refused although the first one has succeeded, so a refusal is checked by key. */
async function requestPayment(
  { payments }: Context,
  request: NewPayment,
  since: Date,
): Promise<ProviderPayment | PaymentRefused> {
  try {
    return await payments.pay(request);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    const customerId = error.missing === 'customer' ? null : request.customerId;
    return (await payments.findPayment(customerId, request.attemptKey, since)) ?? error;
  }
}

/** A coupon or credit covers the whole price. */
function settleWithoutCharge(context: Context, attempt: AttemptRow): Promise<PaymentProgress> {
  return settlePayment(context, attempt.id, {
    intentId: null,
    state: 'succeeded',
    amountCents: 0,
    chargeId: null,
    clientSecret: null,
    nextActionUrl: null,
    failure: null,
    holdUntil: null,
    attemptKey: attempt.key,
    methodId: null,
  });
}
