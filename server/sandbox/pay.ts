import type Stripe from 'stripe';
import { bookCharge } from './balance-transactions.ts';
import { type Call, secondsFrom } from './call.ts';
import { isExpired, judgePayment } from './card.rules.ts';
import { buildCharge } from './charge.object.ts';
import { describeDecline, refuseCard } from './decline-card.ts';
import { DECLINES, type Decline } from './declines.ts';
import type { SandboxError } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { moveTo } from './payment-intent.states.ts';
import { recordAttachment } from './payment-methods.ts';
import { type Held, idOf, insertObject, lockObject, saveObject } from './store.ts';
import { getTestCard } from './test-cards.ts';
import { schedule } from './timers.ts';

const SLOW_SETTLEMENT_SECONDS = 3;
const BOOKING_SECONDS = 1;
const DISPUTE_SECONDS = 2;

type Payment = { intent: Held<'payment_intent'>; method: Held<'payment_method'> };

/** One try to pay. A refusal is returned, not thrown: whoever asked decides how it is told. */
export async function attemptPayment(
  call: Call,
  payment: Payment,
  flags: { failsOnAction: boolean },
): Promise<SandboxError | undefined> {
  const { intent, method } = payment;
  const { card } = method.body;
  const stepUp = intent.body.payment_method_options?.card?.request_three_d_secure;
  const verdict = judgePayment(getTestCard(method.hidden.testCard), {
    isOffSession: intent.hidden.offSession,
    isAuthenticated: intent.hidden.isAuthenticated,
    isSetUp: method.hidden.isSetUp,
    hasCvc: method.hidden.hasCvc,
    isExpired: card !== undefined && isExpired(card, call.now),
    wantsAuthentication: stepUp === 'any' || stepUp === 'challenge',
  });
  intent.body.payment_method = method.body.id;
  intent.hidden.attempt = null;
  intent.body.next_action = null;
  if (typeof verdict === 'object') return declinePayment(call, payment, verdict.declined);
  if (verdict === 'authenticate') {
    if (flags.failsOnAction) return declinePayment(call, payment, DECLINES.authentication_required);
    await askForAuthentication(call, intent);
  } else if (call.settlesSlowly) {
    await settleSlowly(call, intent);
  } else {
    await approvePayment(call, payment);
  }
  return undefined;
}

async function askForAuthentication(call: Call, intent: Held<'payment_intent'>): Promise<void> {
  const attempt = newId('payatt');
  const url = `${call.browserUrl}/3ds/${intent.body.id}/${attempt}`;
  const { returnUrl } = intent.hidden;
  moveTo(intent.body, 'requires_action');
  intent.hidden.attempt = attempt;
  intent.body.last_payment_error = null;
  intent.body.next_action = returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: attempt },
      };
  await saveObject(call.tx, intent);
  await emit(call, 'payment_intent.requires_action', intent.body);
}

async function settleSlowly(call: Call, intent: Held<'payment_intent'>): Promise<void> {
  moveTo(intent.body, 'processing');
  intent.body.processing = { type: 'card', card: {} };
  await saveObject(call.tx, intent);
  await emit(call, 'payment_intent.processing', intent.body);
  await schedule(call, 'settle_payment', intent.body.id, secondsFrom(call.now, SLOW_SETTLEMENT_SECONDS));
}

export async function settlePayment(call: Call, intentId: string): Promise<void> {
  const intent = await lockObject(call.tx, 'payment_intent', intentId);
  if (intent.body.status !== 'processing') return;
  const methodId = idOf(intent.body.payment_method);
  if (!methodId) throw new Error(`payment intent ${intentId} is processing without a payment method`);
  await approvePayment(call, { intent, method: await lockObject(call.tx, 'payment_method', methodId) });
}

async function approvePayment(call: Call, { intent, method }: Payment): Promise<void> {
  const { body } = intent;
  const isHeld = body.capture_method === 'manual';
  const charge = buildCharge(call, intent, method, {
    isAuthenticated: intent.hidden.isAuthenticated,
    isCaptured: !isHeld,
  });
  await insertObject(call.tx, 'charge', charge, charge.body.created);
  if (!isHeld) await takeMoney(call, intent.body, charge);
  moveTo(body, isHeld ? 'requires_capture' : 'succeeded');
  body.latest_charge = charge.body.id;
  body.amount_capturable = isHeld ? body.amount : 0;
  body.amount_received = isHeld ? 0 : body.amount;
  body.last_payment_error = null;
  body.processing = null;
  await saveObject(call.tx, intent);
  await emit(call, 'charge.succeeded', charge.body);
  await emit(call, isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', body);
  const captureBefore = charge.body.payment_method_details?.card?.capture_before;
  if (captureBefore) await schedule(call, 'expire_hold', body.id, new Date(captureBefore * 1000));
  await keepMethod(call, intent, method);
}

/** Asynchronous capture books a moment later: until then the charge has no balance transaction. */
async function takeMoney(call: Call, intent: Stripe.PaymentIntent, charge: Held<'charge'>): Promise<void> {
  if (intent.capture_method === 'automatic_async') {
    await schedule(call, 'book_charge', charge.body.id, secondsFrom(call.now, BOOKING_SECONDS));
  } else {
    await bookCharge(call, charge);
  }
  await expectDispute(call, charge);
}

export async function expectDispute(call: Call, charge: Held<'charge'>): Promise<void> {
  if (!getTestCard(charge.hidden.testCard).dispute) return;
  await schedule(call, 'open_dispute', charge.body.id, secondsFrom(call.now, DISPUTE_SECONDS));
}

/** Saved for later when the shop asked for it; else a method without a customer is good for one payment. */
async function keepMethod(
  call: Call,
  intent: Held<'payment_intent'>,
  method: Held<'payment_method'>,
): Promise<void> {
  const customer = idOf(intent.body.customer);
  if (intent.body.setup_future_usage === 'off_session') method.hidden.isSetUp = true;
  if (customer && intent.body.setup_future_usage && method.body.customer === null) {
    await recordAttachment(call, method, customer);
    return;
  }
  if (method.body.customer === null) method.hidden.isSpent = true;
  await saveObject(call.tx, method);
}

async function declinePayment(call: Call, payment: Payment, decline: Decline): Promise<SandboxError> {
  const { intent, method } = payment;
  const { isAuthenticated } = intent.hidden;
  const charge = buildCharge(call, intent, method, { declined: decline, isAuthenticated });
  await insertObject(call.tx, 'charge', charge, charge.body.created);
  intent.body.latest_charge = charge.body.id;
  await failAttempt(call, intent, {
    ...describeDecline(decline),
    charge: charge.body.id,
    payment_method: method.body,
  });
  await emit(call, 'charge.failed', charge.body);
  await emit(call, 'payment_intent.payment_failed', intent.body);
  return refuseCard(decline, {
    charge: charge.body.id,
    payment_intent: intent.body,
    payment_method: method.body,
  });
}

async function failAttempt(
  call: Call,
  intent: Held<'payment_intent'>,
  error: Stripe.PaymentIntent.LastPaymentError,
): Promise<void> {
  moveTo(intent.body, 'requires_payment_method');
  intent.body.payment_method = null;
  intent.body.next_action = null;
  intent.body.last_payment_error = error;
  intent.hidden.attempt = null;
  await saveObject(call.tx, intent);
}

export async function failAuthentication(call: Call, { intent, method }: Payment): Promise<void> {
  await failAttempt(call, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://docs.stripe.com/error-codes/payment-intent-authentication-failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: method.body,
  });
  await emit(call, 'payment_intent.payment_failed', intent.body);
}
