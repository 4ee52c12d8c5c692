import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementsOptions } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useImperativeHandle, useMemo, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { type CardFieldsProps, CardRefused } from './card-entry.ts';
import { loadProvider } from './load-provider.ts';
import { providerLook } from './provider-look.ts';

export function ProviderCardFields({ settings, amountCents, entry }: CardFieldsProps) {
  const { publishable_key, currency } = settings;
  const provider = useQuery({
    queryKey: ['payments', 'provider', publishable_key],
    queryFn: () => loadProvider(publishable_key),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const options = useMemo((): StripeElementsOptions => {
    const shared = {
      currency,
      paymentMethodCreation: 'manual' as const,
      paymentMethodTypes: ['card'],
      appearance: providerLook(),
    };
    // Wallets show the amount; a card that is only saved has none.
    return amountCents ? { ...shared, mode: 'payment', amount: amountCents } : { ...shared, mode: 'setup' };
  }, [currency, amountCents]);
  if (provider.error) {
    return (
      <Notice tone="bad">
        <p>{provider.error.message}</p>
        <Button kind="line" size="small" className="mt-2" onClick={() => void provider.refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!provider.data) return <Skeleton label="Loading the card form" className="h-[172px]" />;
  return (
    <Elements stripe={provider.data as Stripe} options={options}>
      <PaymentFields entry={entry} />
    </Elements>
  );
}

function PaymentFields({ entry }: Pick<CardFieldsProps, 'entry'>) {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string>();
  useImperativeHandle(entry, () => ({
    makeToken: async () => {
      if (!stripe || !elements) return undefined;
      const submitted = await elements.submit();
      // The fields show their own validation errors.
      if (submitted.error) {
        if (submitted.error.type === 'validation_error') return undefined;
        throw new CardRefused(submitted.error.message ?? 'Please check your card.');
      }
      const made = await stripe.createPaymentMethod({ elements });
      if (made.error) throw new CardRefused(made.error.message ?? 'Please check your card.');
      return made.paymentMethod.id;
    },
  }));
  return (
    <div className="grid gap-3">
      <PaymentElement
        options={{ layout: 'tabs' }}
        onLoadError={() => setProblem('The card form could not be loaded. Please reload the page.')}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}
