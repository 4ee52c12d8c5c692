import { CardRefused } from './card-entry.ts';
import { digitsOf, readExpiry, type TypedCard } from './sandbox-card.ts';

const UNREACHABLE = 'The card provider could not be reached. Please try again.';

/** Sent straight to the sandbox provider, so that our API never sees a card number. */
export async function makeSandboxToken(card: TypedCard, publishableKey: string): Promise<string> {
  const expiry = readExpiry(card.expiry);
  const form = new URLSearchParams({
    type: 'card',
    'card[number]': digitsOf(card.number),
    'card[exp_month]': String(expiry?.month),
    'card[exp_year]': String(expiry?.year),
    'card[cvc]': card.cvc,
  });
  const answer = await fetch('/sandbox/v1/payment_methods', {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: form,
  }).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  if (answer?.ok && typeof body?.id === 'string') return body.id;
  if (body?.error?.decline_code === 'test_mode_live_card') {
    throw new CardRefused('This is not a test card. Test mode takes no real cards. Choose one below.');
  }
  throw new CardRefused(typeof body?.error?.message === 'string' ? body.error.message : UNREACHABLE);
}
