import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { i18n } from '#web/lib/i18n.ts';
import { type BankOutcome, CardRefused } from './cards.tsx';

const LONGEST_LOAD_MS = 15_000;

let loading: { key: string; provider: Promise<Stripe> } | undefined;

/** The card provider's script loads only when a card is needed. */
export function loadProvider(publishableKey: string): Promise<Stripe> {
  if (loading?.key === publishableKey) return loading.provider;
  const provider = withinTime(loadStripe(publishableKey, { locale: i18n.language })).then(
    (loaded) => loaded ?? unreachable(),
    () => unreachable(),
  );
  loading = { key: publishableKey, provider };
  provider.catch(() => {
    loading = undefined;
  });
  return provider;
}

/** The next attempt reuses a script that is still loading. */
function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), LONGEST_LOAD_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function unreachable(): never {
  throw new CardRefused(
    i18n.t('We couldn’t load the card form. Check your connection or ad blocker and try again.'),
  );
}

/** Shows the bank's page, or leaves for it and comes back to this page. The server decides how the payment ended. */
export async function confirmWithBank(clientSecret: string, publishableKey: string): Promise<BankOutcome> {
  const provider = await loadProvider(publishableKey);
  const { error } = await provider.handleNextAction({ clientSecret });
  return error ? 'left' : 'answered';
}
