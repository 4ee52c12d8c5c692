// The life of a setup intent: a card is saved once, or the intent is given up.
import type Stripe from 'stripe';
import { type SandboxError, unexpectedState } from './errors.ts';

export const SETUP_STATES = {
  requires_payment_method: { to: ['requires_confirmation', 'requires_action', 'succeeded', 'canceled'] },
  requires_confirmation: { to: ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'] },
  requires_action: { to: ['requires_payment_method', 'succeeded', 'canceled'] },
  succeeded: { to: [] },
  canceled: { to: [] },
} as const satisfies Record<string, { to: readonly string[] }>;

export type SetupState = keyof typeof SETUP_STATES;

const OPEN: readonly string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Confirming and canceling are both for intents that are still open. */
export function requireSetupState(intent: Stripe.SetupIntent, verb: 'canceled' | 'confirmed'): void {
  if (OPEN.includes(intent.status)) return;
  throw wrongSetupState(
    intent,
    `You cannot ${verb === 'canceled' ? 'cancel' : 'confirm'} this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be ${verb}: ${OPEN.join(', ')}.`,
  );
}

export function wrongSetupState(intent: Stripe.SetupIntent, message: string): SandboxError {
  return unexpectedState(message, { code: 'setup_intent_unexpected_state', setup_intent: intent });
}

export function moveSetupTo(intent: Stripe.SetupIntent, state: SetupState): void {
  const from = intent.status as SetupState;
  if (from !== state && !(SETUP_STATES[from].to as readonly string[]).includes(state)) {
    throw new Error(`setup intent ${intent.id} cannot go from ${from} to ${state}`);
  }
  intent.status = state;
}
