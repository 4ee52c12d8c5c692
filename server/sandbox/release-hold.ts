import type Stripe from 'stripe';
import { type Call, unixSeconds } from './call.ts';
import { emit } from './events.ts';
import { moveTo } from './payment-intent.states.ts';
import { addRefunded, insertRefund } from './refund.object.ts';
import { getObject, type Held, idOf, lockObject, saveObject } from './store.ts';

/**
 * Money that was held and not taken. The provider shows it as a refund without a balance transaction, and so do
 * we: whoever adds up refunds must not count it as money.
 */
export async function releaseHold(
  call: Call,
  charge: Held<'charge'>,
  amount: number,
  reason: Stripe.Refund.Reason | null = null,
): Promise<void> {
  const refund = await insertRefund(call, {
    charge: charge.body,
    amount,
    reason,
    metadata: {},
    status: 'succeeded',
  });
  addRefunded(charge.body, amount);
  delete charge.body.payment_method_details?.card?.capture_before;
  await saveObject(call.tx, charge);
  await emit(call, 'refund.created', refund);
  await emit(call, 'charge.refunded', charge.body);
}

export async function endIntent(
  call: Call,
  intent: Held<'payment_intent'>,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Promise<void> {
  const { body } = intent;
  const chargeId = idOf(body.latest_charge);
  if (body.status === 'requires_capture' && chargeId) {
    const charge = await getObject(call.tx, 'charge', chargeId);
    const isExpired = reason === 'expired';
    if (isExpired) await emit(call, 'charge.expired', charge.body);
    await releaseHold(call, charge, charge.body.amount, isExpired ? 'expired_uncaptured_charge' : null);
  }
  moveTo(body, 'canceled');
  body.amount_capturable = 0;
  body.canceled_at = unixSeconds(call.now);
  body.cancellation_reason = reason;
  body.next_action = null;
  body.processing = null;
  intent.hidden.attempt = null;
  await saveObject(call.tx, intent);
  await emit(call, 'payment_intent.canceled', body);
}

/** Due when the hold's time is over; a payment that was captured or canceled by then is left alone. */
export async function expireHold(call: Call, intentId: string): Promise<void> {
  const intent = await lockObject(call.tx, 'payment_intent', intentId);
  if (intent.body.status === 'requires_capture') await endIntent(call, intent, 'expired');
}
