import {
  type Call,
  type Decline,
  describeDecline,
  invalidRequest,
  newId,
  refuseCard,
  type SandboxError,
  secondsFrom,
  unexpectedState,
} from './call.ts';
import { getTestCard, isExpired, judgePayment } from './cards.ts';
import { bookCharge, createCharge } from './charges.ts';
import { emit } from './events.ts';
import type { ErrorFields, PaymentIntent } from './objects.ts';
import { keepMethod } from './payment-methods.ts';
import { addRefunded, insertRefund } from './refunds.ts';
import { schedule } from './sandbox-context.ts';
import { getObject, type Held, lockObject, saveObject } from './store.ts';

const SLOW_SETTLEMENT_SECONDS = 3;
const DISPUTE_SECONDS = 2;

type Payment = { intent: Held<'payment_intent'>; method: Held<'payment_method'> };

/** Returns a decline instead of throwing it because the 3-D Secure page reports it differently. */
export async function attemptPayment(call: Call, payment: Payment): Promise<SandboxError | undefined> {
  const { intent, method } = payment;
  const verdict = judgePayment(getTestCard(method.hidden.testCard), {
    isOffSession: intent.hidden.offSession,
    isAuthenticated: intent.hidden.isAuthenticated,
    asksBank: intent.hidden.asksBank ?? false,
    isExpired: isExpired(method.body.card, call.now),
  });
  intent.body.payment_method = method.body.id;
  intent.body.next_action = null;
  intent.hidden.attempt = null;
  if (typeof verdict === 'object') return declinePayment(call, payment, verdict.declined);
  if (verdict === 'authenticate') await askForAuthentication(call, intent);
  else if (call.settlesSlowly) await settleSlowly(call, intent);
  else await approvePayment(call, payment);
  return undefined;
}

async function askForAuthentication(call: Call, intent: Held<'payment_intent'>): Promise<void> {
  const attempt = newId('payatt');
  moveTo(intent.body, 'requires_action');
  intent.hidden.attempt = attempt;
  intent.body.next_action = askBank(call, intent.body.id, intent.hidden, attempt);
  await saveObject(call.tx, intent);
  await emit(call, 'payment_intent.requires_action', intent.body);
}

async function settleSlowly(call: Call, intent: Held<'payment_intent'>): Promise<void> {
  moveTo(intent.body, 'processing');
  await saveObject(call.tx, intent);
  await emit(call, 'payment_intent.processing', intent.body);
  await schedule(call, 'settle_payment', intent.body.id, secondsFrom(call.now, SLOW_SETTLEMENT_SECONDS));
}

export async function settlePayment(call: Call, intentId: string): Promise<void> {
  const intent = await lockObject(call.tx, 'payment_intent', intentId);
  if (intent.body.status !== 'processing') return;
  const method = await lockObject(call.tx, 'payment_method', intent.body.payment_method ?? '');
  await approvePayment(call, { intent, method });
}

async function approvePayment(call: Call, { intent, method }: Payment): Promise<void> {
  const { body } = intent;
  const charge = await createCharge(call, intent, method);
  body.latest_charge = charge.body.id;
  body.last_payment_error = null;
  const isHeld = body.capture_method === 'manual';
  if (isHeld) {
    moveTo(body, 'requires_capture');
    body.amount_capturable = body.amount;
    const captureBefore = charge.body.payment_method_details.card.capture_before ?? 0;
    await schedule(call, 'expire_hold', body.id, new Date(captureBefore * 1000));
  } else {
    await takeMoney(call, intent, charge);
  }
  await saveObject(call.tx, intent);
  await emit(call, 'charge.succeeded', charge.body);
  await emit(call, isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', body);
  await endUse(call, intent.body, method);
}

/** A method is attached once the payment that keeps it has gone through; otherwise it served once. */
async function endUse(
  call: Call,
  intent: Pick<PaymentIntent, 'customer' | 'setup_future_usage'>,
  method: Held<'payment_method'>,
): Promise<void> {
  if (method.body.customer !== null) return;
  if (intent.customer && intent.setup_future_usage) return keepMethod(call, method, intent.customer);
  method.hidden.isSpent = true;
  await saveObject(call.tx, method);
}

/** Books the captured charge and completes the payment; the caller saves the intent. */
export async function takeMoney(
  call: Call,
  { body: intent }: Held<'payment_intent'>,
  charge: Held<'charge'>,
): Promise<void> {
  await bookCharge(call, charge);
  await saveObject(call.tx, charge);
  moveTo(intent, 'succeeded');
  intent.amount_capturable = 0;
  intent.amount_received = charge.body.amount_captured;
  if (!getTestCard(charge.hidden.testCard).dispute) return;
  await schedule(call, 'open_dispute', charge.body.id, secondsFrom(call.now, DISPUTE_SECONDS));
}

async function declinePayment(call: Call, { intent, method }: Payment, decline: Decline) {
  const charge = await createCharge(call, intent, method, decline);
  const related = { charge: charge.body.id, payment_method: method.body };
  intent.body.latest_charge = charge.body.id;
  await failAttempt(call, intent, { ...describeDecline(decline), ...related });
  await emit(call, 'charge.failed', charge.body);
  await emit(call, 'payment_intent.payment_failed', intent.body);
  return refuseCard(decline, { ...related, payment_intent: intent.body });
}

async function failAttempt(call: Call, intent: Held<'payment_intent'>, error: ErrorFields): Promise<void> {
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
    message: 'The provided PaymentMethod has failed authentication.',
    payment_method: method.body,
  });
  await emit(call, 'payment_intent.payment_failed', intent.body);
}

export const PAYMENT_STATES = {
  requires_payment_method: {
    to: ['requires_action', 'processing', 'requires_capture', 'succeeded', 'canceled'],
  },
  requires_action: {
    to: ['requires_payment_method', 'processing', 'requires_capture', 'succeeded', 'canceled'],
  },
  processing: { to: ['requires_capture', 'succeeded', 'canceled'] },
  requires_capture: { to: ['succeeded', 'canceled'] },
  succeeded: { to: [] },
  canceled: { to: [] },
} as const satisfies Record<string, { to: readonly string[] }>;

export type PaymentState = keyof typeof PAYMENT_STATES;

export function canMove(intent: PaymentIntent, state: PaymentState): boolean {
  const from = intent.status as PaymentState;
  return (PAYMENT_STATES[from].to as readonly string[]).includes(state);
}

export function wrongState(intent: PaymentIntent, verb: 'canceled' | 'captured'): SandboxError {
  return unexpectedState(
    `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}.`,
    {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    },
  );
}

/** A transition that the table lacks is a bug of the sandbox, so it is not reported as a client's mistake. */
export function moveTo(intent: PaymentIntent, state: PaymentState): void {
  if (intent.status !== state && !canMove(intent, state)) {
    throw new Error(`payment intent ${intent.id} cannot go from ${intent.status} to ${state}`);
  }
  intent.status = state;
}

export async function capturePaymentIntent(
  call: Call,
  id: string,
  amount: number | undefined,
): Promise<PaymentIntent> {
  const intent = await lockObject(call.tx, 'payment_intent', id);
  const { body } = intent;
  if (body.status !== 'requires_capture') throw wrongState(body, 'captured');
  const captured = amount ?? body.amount;
  if (captured > body.amount)
    throw invalidRequest('This is more than is held.', { param: 'amount_to_capture' });
  const charge = await getObject(call.tx, 'charge', body.latest_charge ?? '');
  charge.body.captured = true;
  charge.body.amount_captured = captured;
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

type Asked = { returnUrl: string | null; usesScript: boolean };

/** Stripe.js reads the bank's address from `use_stripe_sdk`; without the script the shop redirects the buyer itself. */
export function askBank(call: Call, intentId: string, { returnUrl, usesScript }: Asked, attempt: string) {
  const url = `${call.browserUrl}/3ds/${intentId}/${attempt}`;
  return usesScript
    ? ({
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      } as const)
    : ({ type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } } as const);
}
