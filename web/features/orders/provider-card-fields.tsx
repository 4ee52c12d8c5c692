import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useImperativeHandle, useState } from 'react';
import { Notice } from '#web/components/notice.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import type { CardFieldsProps } from './card-entry.ts';
import { makeProviderToken } from './make-provider-token.ts';
import { ProviderElements } from './provider-elements.tsx';

export function ProviderCardFields({ settings, terms, ...fields }: CardFieldsProps) {
  const loading = <Skeleton label="Loading the card form" className="h-[172px]" />;
  return (
    <ProviderElements settings={settings} terms={terms} loading={loading}>
      <PaymentFields {...fields} />
    </ProviderElements>
  );
}

/** Wallets have their own buttons above the form. */
const OPTIONS = { layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } } as const;

function PaymentFields({ entry, onCanKeep }: Pick<CardFieldsProps, 'entry' | 'onCanKeep'>) {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string>();
  useImperativeHandle(entry, () => ({
    makeToken: async () => (stripe && elements ? makeProviderToken(stripe, elements) : undefined),
  }));
  return (
    <div className="grid gap-3">
      <PaymentElement
        options={OPTIONS}
        onChange={({ value }) => onCanKeep?.(value.type === 'card')}
        onLoadError={() => setProblem('The card form could not be loaded. Please reload the page.')}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}
