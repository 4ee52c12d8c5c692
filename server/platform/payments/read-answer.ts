import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { z } from 'zod';
import type { DisputeState, PaymentState, RefundState } from '#contract/rules/order-states.ts';
import { cardCalls } from '#server/platform/operations/metrics.ts';
import {
  type CardFailure,
  PaymentRefused,
  PaymentStuck,
  PaymentUnknown,
  type ProviderDispute,
  type ProviderEvent,
  type ProviderPayment,
  type ProviderRefund,
} from './payment-types.ts';

/** The SDK accepts any 2xx or unexplained 404 as success, so the type of the answer is checked. */
export function requireObject<T extends { object: string }>(answer: T, object: T['object']): T {
  if (answer?.object !== object) throw new PaymentUnknown(`expected ${object}, received ${answer?.object}`);
  return answer;
}

const STATES: Record<Stripe.PaymentIntent.Status, PaymentState> = {
  canceled: 'failed',
  processing: 'processing',
  requires_action: 'requires_action',
  requires_capture: 'authorized',
  requires_confirmation: 'processing',
  requires_payment_method: 'failed',
  succeeded: 'succeeded',
};

export function readIntent(answer: Stripe.PaymentIntent): ProviderPayment {
  const intent = requireObject(answer, 'payment_intent');
  const isNotTried = intent.status === 'requires_payment_method' && !intent.last_payment_error;
  const state = isNotTried ? 'processing' : STATES[intent.status];
  if (!state) throw new PaymentUnknown(`a payment in the state ${intent.status}`);
  return {
    intentId: intent.id,
    state,
    amountCents: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    chargeId: idOf(intent.latest_charge),
    clientSecret: intent.client_secret,
    nextActionUrl: nextActionUrl(intent),
    failure: state === 'failed' ? failureOf(intent.last_payment_error ?? undefined) : null,
    isReusable: intent.status === 'requires_payment_method' && !isNotTried,
    holdUntil: holdUntil(intent),
    attemptKey: intent.metadata.attempt ?? null,
    methodId: idOf(intent.payment_method),
  };
}

function holdUntil({ latest_charge: charge }: Stripe.PaymentIntent): Date | null {
  const seconds = typeof charge === 'object' && charge?.payment_method_details?.card?.capture_before;
  return seconds ? new Date(seconds * 1000) : null;
}

export function nextActionUrl({
  next_action: next,
}: Pick<Stripe.PaymentIntent, 'next_action'> | Pick<Stripe.SetupIntent, 'next_action'>): string | null {
  return next?.redirect_to_url?.url ?? null;
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (!reference) return null;
  return typeof reference === 'string' ? reference : reference.id;
}

const REFUND_STATES: Record<string, RefundState> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export function readRefund(answer: Stripe.Refund): ProviderRefund {
  const refund = requireObject(answer, 'refund');
  const state = REFUND_STATES[refund.status ?? ''];
  if (!state) throw new PaymentUnknown(`a refund in the state ${refund.status}`);
  return {
    refundId: refund.id,
    state,
    amountCents: refund.amount,
    refundKey: refund.metadata?.refund ?? null,
    intentId: idOf(refund.payment_intent),
  };
}

const DECIDED: Partial<Record<Stripe.Dispute.Status, DisputeState>> = {
  lost: 'lost',
  prevented: 'won',
  warning_closed: 'won',
  won: 'won',
};

export function readDispute(answer: Stripe.Dispute): ProviderDispute {
  const dispute = requireObject(answer, 'dispute');
  const amounts = dispute.balance_transactions.map((line) => line.amount);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return {
    disputeId: dispute.id,
    intentId: idOf(dispute.payment_intent),
    state: DECIDED[dispute.status] ?? 'open',
    isInquiry: dispute.status.startsWith('warning_'),
    amountCents: dispute.amount,
    withdrawnCents: -sum(amounts.filter((amount) => amount < 0)),
    reinstatedCents: sum(amounts.filter((amount) => amount > 0)),
    ...readEvidenceState(dispute),
  };
}

/** A due date of zero means that the bank allows no response. */
function readEvidenceState({ status, reason, metadata, evidence_details: details }: Stripe.Dispute) {
  const isWaiting = status === 'needs_response' || status === 'warning_needs_response';
  const dueBy = details?.due_by ?? null;
  return {
    reason: reason ?? null,
    needsResponse: isWaiting && dueBy !== 0,
    dueBy: dueBy ? new Date(dueBy * 1000) : null,
    evidenceKey: metadata?.evidence ?? null,
  };
}

type Refusal = { code?: string | undefined; decline_code?: string | undefined };

const FAILURES: Record<string, CardFailure> = {
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  insufficient_funds: 'insufficient_funds',
  processing_error: 'processing_error',
  card_declined: 'card_declined',
};

/** A failure without a reason means that the buyer left the bank's page. */
export function failureOf(refusal: Refusal | undefined): CardFailure {
  if (!refusal) return 'authentication_failed';
  return FAILURES[refusal.decline_code ?? ''] ?? FAILURES[refusal.code ?? ''] ?? 'card_declined';
}

/** The provider knows nothing under this number. */
export function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Stripe.errors.StripeError && cause.code === 'resource_missing';
}

/** A card that was detached from its customer can never be used again; deleting a customer detaches all cards. */
function missingOf({ code, param, message }: Stripe.errors.StripeError): PaymentRefused['missing'] {
  const isMissing = code === 'resource_missing';
  if (isMissing && (param === 'customer' || /no such customer/i.test(message))) return 'customer';
  const isCard = param === 'payment_method' || /no such payment_?method/i.test(message);
  const isDetached = /(may not|cannot|can't) be used again|must be attached to (a|the) customer/i.test(
    message,
  );
  return (isMissing && isCard) || isDetached ? 'card' : null;
}

/** Counts the calls, so that an alert can tell when the provider is away. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    const answer = await explain(call);
    cardCalls.inc({ outcome: 'answered' });
    return answer;
  } catch (error) {
    cardCalls.inc({ outcome: error instanceof PaymentRefused ? 'answered' : 'unclear' });
    throw error;
  }
}

/** Turns the provider's errors into the two that matter here: refused for good, or unknown. */
async function explain<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) {
      throw new PaymentRefused(failureOf({ code: error.code, decline_code: error.decline_code }), error);
    }
    if (error instanceof Stripe.errors.StripeIdempotencyError) throw new PaymentStuck(error);
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      const missing = missingOf(error);
      throw new PaymentRefused(missing ? 'card_unusable' : 'processing_error', error, missing);
    }
    if (error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true')
      throw new PaymentStuck(error);
    if (error instanceof Stripe.errors.StripeError) throw new PaymentUnknown(error);
    throw error;
  }
}

const providerId = z
  .string()
  .max(255)
  .regex(/^[\w-]+$/);

/** The part of an event that we use. A signed body can still be malformed. */
const providerEvent = z.object({
  id: providerId,
  object: z.literal('event'),
  type: z.string().max(255),
  /** The connected account that it happened on. */
  account: providerId.nullish(),
  data: z.object({
    object: z.object({
      id: providerId.nullish(),
      object: z.string().max(255),
      payment_intent: z.union([providerId, z.object({ id: providerId })]).nullish(),
    }),
  }),
});

/** Returns undefined for anything that is not an event. */
export function readEvent(event: unknown): ProviderEvent | undefined {
  const { data } = providerEvent.safeParse(event);
  if (!data) return undefined;
  const { account } = data;
  if (account) return eventOfAccount(data.id, data.type, account);
  const { object } = data.data;
  const objectId = object.id ?? null;
  return {
    id: data.id,
    type: data.type,
    objectId,
    intentId: object.object === 'payment_intent' ? objectId : idOf(object.payment_intent),
    refundId: object.object === 'refund' ? objectId : null,
    disputeId: object.object === 'dispute' ? objectId : null,
    hasRefunds: object.object === 'charge' && data.type === 'charge.refunded',
  };
}

/** Only the account itself is ours. Its payouts and charges have numbers that our own account does not know. */
function eventOfAccount(id: string, type: string, account: string): ProviderEvent {
  const objectId = /^(account|capability)\./.test(type) ? account : null;
  return { id, type, objectId, intentId: null, refundId: null, disputeId: null, hasRefunds: false };
}

/**
 * The provider refuses a key that it knows with other parameters. If an answer was lost and an address has changed since, the
 * call needs another key.
 */
export function keyFor(name: string, params: object): string {
  return `${name}_${createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 16)}`;
}

export async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
