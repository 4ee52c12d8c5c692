import { type SandboxError, unexpectedState } from './errors.ts';
import type { PaymentIntent } from './objects.ts';

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
