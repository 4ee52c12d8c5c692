import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { CardRefused } from './card-entry.ts';

let loading: { key: string; provider: Promise<Stripe> } | undefined;

/** The card provider's script loads only when a card is needed. */
export function loadProvider(publishableKey: string): Promise<Stripe> {
  if (loading?.key === publishableKey) return loading.provider;
  const provider = loadStripe(publishableKey).then(
    (loaded) => loaded ?? unreachable(),
    () => unreachable(),
  );
  loading = { key: publishableKey, provider };
  provider.catch(() => {
    loading = undefined;
  });
  return provider;
}

function unreachable(): never {
  throw new CardRefused(
    'The card form could not be loaded. Check your connection or ad blocker and try again.',
  );
}
