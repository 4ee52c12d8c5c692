import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { CardRefused } from './card-entry.ts';

const CHECK_CARD = 'Please check your card.';

/** Resolves to undefined when a field needs correction; the fields show their own validation errors. */
export async function makeProviderToken(
  stripe: Stripe,
  elements: StripeElements,
): Promise<string | undefined> {
  const submitted = await elements.submit();
  if (submitted.error) {
    if (submitted.error.type === 'validation_error') return undefined;
    throw new CardRefused(submitted.error.message ?? CHECK_CARD);
  }
  const made = await stripe.createConfirmationToken({
    elements,
    params: { return_url: window.location.href },
  });
  if (made.error) throw new CardRefused(made.error.message ?? CHECK_CARD);
  return made.confirmationToken.id;
}
