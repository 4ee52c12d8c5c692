import { Elements } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import type { PaymentTerms } from './card-entry.ts';
import { loadProvider } from './load-provider.ts';
import type { PaymentSettings } from './payment-settings.query.ts';
import { providerLook } from './provider-look.ts';

type ProviderElementsProps = {
  settings: PaymentSettings;
  terms: PaymentTerms | undefined;
  loading: ReactNode;
  /** Shows no error for missing wallet buttons, because the form below says that the script failed. */
  isOptional?: boolean;
  children: ReactNode;
};

/** Loads the provider's script and opens a group of its fields before there is a payment on the server. */
export function ProviderElements({ settings, terms, loading, isOptional, children }: ProviderElementsProps) {
  const { publishable_key, currency } = settings;
  const provider = useQuery({
    queryKey: ['payments', 'provider', publishable_key],
    queryFn: () => loadProvider(publishable_key),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  });
  const { amountCents, keepsCard, isHeld } = terms ?? {};
  const options = useMemo((): StripeElementsOptionsMode => {
    const shared = { currency, appearance: providerLook() };
    if (amountCents === undefined) {
      return { ...shared, mode: 'setup', allowedPaymentMethodTypes: ['card'] };
    }
    return {
      ...shared,
      mode: 'payment',
      amount: amountCents,
      allowedPaymentMethodTypes: ['card', 'link'],
      captureMethod: isHeld ? 'manual' : 'automatic',
      setupFutureUsage: keepsCard ? 'off_session' : null,
    };
  }, [currency, amountCents, keepsCard, isHeld]);
  if (provider.error) {
    if (isOptional) return null;
    return (
      <Notice tone="bad">
        <p>{provider.error.message}</p>
        <Button
          kind="line"
          size="small"
          className="mt-2"
          isBusy={provider.isFetching}
          onClick={() => void provider.refetch()}
        >
          Try again
        </Button>
      </Notice>
    );
  }
  if (!provider.data) return loading;
  return (
    <Elements stripe={provider.data as Stripe} options={options}>
      {children}
    </Elements>
  );
}
