import { ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';
import { useState } from 'react';
import type { ExpressPayProps } from './card-entry.ts';
import { makeProviderToken } from './make-provider-token.ts';
import { OrCard } from './or-card.tsx';
import { ProviderElements } from './provider-elements.tsx';

export function ProviderWallets({ settings, terms, ...handlers }: ExpressPayProps) {
  return (
    <ProviderElements settings={settings} terms={{ ...terms, keepsCard: false }} loading={null} isOptional>
      <Wallets {...handlers} />
    </ProviderElements>
  );
}

const OPTIONS = {
  buttonHeight: 50,
  buttonType: { applePay: 'buy', googlePay: 'buy' },
  layout: { maxColumns: 1, maxRows: 0 },
  paymentMethods: { amazonPay: 'never', klarna: 'never', paypal: 'never' },
} as const;

function Wallets({ onPay, onCancel }: Pick<ExpressPayProps, 'onPay' | 'onCancel'>) {
  const stripe = useStripe();
  const elements = useElements();
  const [isOffered, setIsOffered] = useState(false);
  const confirm = ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    if (!stripe || !elements) return paymentFailed({ reason: 'fail' });
    onPay(
      () => makeProviderToken(stripe, elements),
      () => paymentFailed({ reason: 'fail' }),
    );
  };
  return (
    <div className={isOffered ? 'grid gap-4' : 'hidden'}>
      <ExpressCheckoutElement
        options={OPTIONS}
        onReady={({ availablePaymentMethods }) => setIsOffered(availablePaymentMethods !== undefined)}
        onConfirm={confirm}
        onCancel={onCancel}
        onLoadError={() => setIsOffered(false)}
      />
      <OrCard />
    </div>
  );
}
