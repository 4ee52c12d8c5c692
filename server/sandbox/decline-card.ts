import type { Decline } from './declines.ts';
import { cardError, type ErrorFields, type SandboxError } from './errors.ts';

/** The card's refusal as the provider words it, without the objects around it. */
export function describeDecline(decline: Decline): ErrorFields {
  return {
    type: 'card_error',
    code: decline.code,
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    ...(decline.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
    ...(decline.code === 'expired_card' ? { param: 'exp_month' } : {}),
    doc_url: `https://docs.stripe.com/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
  };
}

export function refuseCard(
  decline: Decline,
  around: Pick<ErrorFields, 'charge' | 'payment_intent' | 'payment_method' | 'setup_intent'> = {},
): SandboxError {
  return cardError({ ...describeDecline(decline), ...around }, { keepsWork: true });
}
