import { type Call, unixSeconds } from './call.ts';
import { emit } from './events.ts';
import type { PaymentIntent } from './objects.ts';
import { takeMoney } from './pay.ts';
import { canMove, moveTo, wrongState } from './payment-intent.states.ts';
import { addRefunded, insertRefund } from './refunds.ts';
import { getObject, type Held, lockObject, saveObject } from './store.ts';

export async function capturePaymentIntent(call: Call, id: string): Promise<PaymentIntent> {
  const intent = await lockObject(call.tx, 'payment_intent', id);
  const { body } = intent;
  if (body.status !== 'requires_capture') throw wrongState(body, 'captured');
  const charge = await getObject(call.tx, 'charge', body.latest_charge ?? '');
  charge.body.captured = true;
  charge.body.amount_captured = body.amount;
  delete charge.body.payment_method_details.card.capture_before;
  await takeMoney(call, intent, charge);
  await saveObject(call.tx, intent);
  await emit(call, 'charge.captured', charge.body);
  await emit(call, 'payment_intent.succeeded', body);
  return body;
}

export async function cancelPaymentIntent(
  call: Call,
  id: string,
  reason: PaymentIntent['cancellation_reason'],
): Promise<PaymentIntent> {
  const intent = await lockObject(call.tx, 'payment_intent', id);
  if (!canMove(intent.body, 'canceled')) throw wrongState(intent.body, 'canceled');
  await endIntent(call, intent, reason);
  return intent.body;
}

export async function expireHold(call: Call, intentId: string): Promise<void> {
  const intent = await lockObject(call.tx, 'payment_intent', intentId);
  if (intent.body.status === 'requires_capture') await endIntent(call, intent, 'expired');
}

async function endIntent(
  call: Call,
  intent: Held<'payment_intent'>,
  reason: PaymentIntent['cancellation_reason'],
): Promise<void> {
  const { body } = intent;
  if (body.status === 'requires_capture') await releaseHold(call, body.latest_charge ?? '', reason);
  moveTo(body, 'canceled');
  body.amount_capturable = 0;
  body.canceled_at = unixSeconds(call.now);
  body.cancellation_reason = reason;
  body.next_action = null;
  intent.hidden.attempt = null;
  await saveObject(call.tx, intent);
  await emit(call, 'payment_intent.canceled', body);
}

/** The provider shows released money as a refund without a balance transaction, because no money moved. */
async function releaseHold(
  call: Call,
  chargeId: string,
  reason: PaymentIntent['cancellation_reason'],
): Promise<void> {
  const charge = await getObject(call.tx, 'charge', chargeId);
  if (reason === 'expired') await emit(call, 'charge.expired', charge.body);
  const { amount } = charge.body;
  const refund = await insertRefund(call, charge.body, {
    amount,
    reason: reason === 'expired' ? 'expired_uncaptured_charge' : null,
  });
  addRefunded(charge.body, amount);
  delete charge.body.payment_method_details.card.capture_before;
  await saveObject(call.tx, charge);
  await emit(call, 'refund.created', refund);
  await emit(call, 'charge.refunded', charge.body);
}
