// The life of a payment intent: which state may follow which, and which calls are taken in which.
import type Stripe from 'stripe';
import { type SandboxError, unexpectedState } from './errors.ts';

export const PAYMENT_STATES = {
  requires_payment_method: {
    to: [
      'requires_confirmation',
      'requires_action',
      'processing',
      'requires_capture',
      'succeeded',
      'canceled',
    ],
  },
  requires_confirmation: {
    to: [
      'requires_payment_method',
      'requires_action',
      'processing',
      'requires_capture',
      'succeeded',
      'canceled',
    ],
  },
  requires_action: {
    to: [
      'requires_payment_method',
      'requires_confirmation',
      'processing',
      'requires_capture',
      'succeeded',
      'canceled',
    ],
  },
  processing: { to: ['requires_payment_method', 'requires_capture', 'succeeded', 'canceled'] },
  requires_capture: { to: ['succeeded', 'canceled'] },
  succeeded: { to: [] },
  canceled: { to: [] },
} as const satisfies Record<string, { to: readonly string[] }>;

export type PaymentState = keyof typeof PAYMENT_STATES;
type Verb = 'canceled' | 'captured' | 'confirmed' | 'updated';

const TAKEN_IN: Record<Verb, readonly PaymentState[]> = {
  confirmed: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  captured: ['requires_capture'],
  canceled: [
    'requires_payment_method',
    'requires_capture',
    'requires_confirmation',
    'requires_action',
    'processing',
  ],
  updated: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
};

const INFINITIVES: Record<Verb, string> = {
  confirmed: 'You cannot confirm this PaymentIntent because',
  captured: 'This PaymentIntent could not be captured because',
  canceled: 'You cannot cancel this PaymentIntent because',
  updated: 'This PaymentIntent could not be updated because',
};

export function requireState(intent: Stripe.PaymentIntent, verb: Verb): void {
  const allowed = TAKEN_IN[verb];
  if ((allowed as readonly string[]).includes(intent.status)) return;
  throw wrongState(
    intent,
    `${INFINITIVES[verb]} it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${verb}: ${allowed.join(', ')}.`,
  );
}

export function wrongState(intent: Stripe.PaymentIntent, message: string): SandboxError {
  return unexpectedState(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

/** A move the table does not know is a fault of the sandbox itself, never an answer to a client. */
export function moveTo(intent: Stripe.PaymentIntent, state: PaymentState): void {
  const from = intent.status as PaymentState;
  if (from !== state && !(PAYMENT_STATES[from].to as readonly string[]).includes(state)) {
    throw new Error(`payment intent ${intent.id} cannot go from ${from} to ${state}`);
  }
  intent.status = state;
}
