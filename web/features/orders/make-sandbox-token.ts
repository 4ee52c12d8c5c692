import { CardRefused } from './card-entry.ts';
import { digitsOf, readExpiry, type TypedCard } from './sandbox-card.ts';

const UNREACHABLE = 'The card provider could not be reached. Please try again.';

/** Sent straight to the sandbox provider, so that our API never sees a card number. */
export function makeSandboxToken(card: TypedCard, publishableKey: string): Promise<string> {
  const expiry = readExpiry(card.expiry);
  return askSandbox('payment_methods', publishableKey, {
    type: 'card',
    'card[number]': digitsOf(card.number),
    'card[exp_month]': String(expiry?.month),
    'card[exp_year]': String(expiry?.year),
    'card[cvc]': card.cvc,
  });
}

/** A wallet pays with the card that the buyer has stored in it. */
export function makeTestWalletToken(publishableKey: string): Promise<string> {
  const card = 'payment_method_data[card]';
  return askSandbox('confirmation_tokens', publishableKey, {
    'payment_method_data[type]': 'card',
    [`${card}[number]`]: '4242424242424242',
    [`${card}[exp_month]`]: '12',
    [`${card}[exp_year]`]: String(new Date().getFullYear() + 4),
    [`${card}[cvc]`]: '123',
    [`${card}[wallet]`]: 'google_pay',
  });
}

async function askSandbox(path: string, publishableKey: string, form: Record<string, string>) {
  const answer = await fetch(`/sandbox/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams(form),
  }).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  if (answer?.ok && typeof body?.id === 'string') return body.id as string;
  if (body?.error?.decline_code === 'test_mode_live_card') {
    throw new CardRefused('This is not a test card. Test mode takes no real cards. Choose one below.');
  }
  throw new CardRefused(typeof body?.error?.message === 'string' ? body.error.message : UNREACHABLE);
}
