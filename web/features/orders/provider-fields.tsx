import {
  Elements,
  ExpressCheckoutElement,
  PaymentElement,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js';
import type {
  Appearance,
  Stripe,
  StripeElements,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useImperativeHandle, useMemo, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { Notice, Skeleton } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import {
  type CardFieldsProps,
  CardRefused,
  type ExpressPayProps,
  OrCard,
  type PaymentTerms,
} from './cards.tsx';
import { loadProvider } from './load-provider.ts';
import type { PaymentSettings } from './payment-settings.tsx';

export function ProviderCardFields({ settings, terms, ...fields }: CardFieldsProps) {
  const loading = <Skeleton label={i18n.t('Loading the card form')} className="h-[172px]" />;
  return (
    <ProviderElements settings={settings} terms={terms} loading={loading}>
      <PaymentFields {...fields} />
    </ProviderElements>
  );
}

/** Wallets have their own buttons above the form. */
const CARD_OPTIONS = { layout: 'tabs', wallets: { applePay: 'never', googlePay: 'never' } } as const;

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
        options={CARD_OPTIONS}
        onChange={({ value }) => onCanKeep?.(value.type === 'card')}
        onLoadError={() => setProblem(i18n.t('The card form didn’t load. Please reload the page.'))}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}

export function ProviderWallets({ settings, terms, ...handlers }: ExpressPayProps) {
  return (
    <ProviderElements settings={settings} terms={{ ...terms, keepsCard: false }} loading={null} isOptional>
      <Wallets {...handlers} />
    </ProviderElements>
  );
}

const WALLET_OPTIONS = {
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
        options={WALLET_OPTIONS}
        onReady={({ availablePaymentMethods }) => setIsOffered(availablePaymentMethods !== undefined)}
        onConfirm={confirm}
        onCancel={onCancel}
        onLoadError={() => setIsOffered(false)}
      />
      <OrCard />
    </div>
  );
}

type ProviderElementsProps = {
  settings: PaymentSettings;
  terms: PaymentTerms | undefined;
  loading: ReactNode;
  /** Shows no error for missing wallet buttons, because the form below says that the script failed. */
  isOptional?: boolean;
  children: ReactNode;
};

/** Loads the provider's script and opens a group of its fields before there is a payment on the server. */
function ProviderElements({ settings, terms, loading, isOptional, children }: ProviderElementsProps) {
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
          {i18n.t('Try again')}
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

/** The provider's fields live in their own frame, so they get our colors as values. */
function providerLook(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const isDark = style.colorScheme === 'dark';
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--ink'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--ink-2'),
      colorTextPlaceholder: token('--ink-3'),
      colorDanger: token('--bad'),
      fontFamily: 'system-ui, -apple-system, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '12px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${token('--edge')}`, boxShadow: 'none' },
      '.Label': { fontWeight: '650' },
    },
  };
}

const CHECK_CARD = /*i18n*/ 'Please check your card.';

/** Resolves to undefined when a field needs correction; the fields show their own validation errors. */
async function makeProviderToken(stripe: Stripe, elements: StripeElements): Promise<string | undefined> {
  const submitted = await elements.submit();
  if (submitted.error) {
    if (submitted.error.type === 'validation_error') return undefined;
    throw new CardRefused(submitted.error.message ?? i18n.t(CHECK_CARD));
  }
  const made = await stripe.createConfirmationToken({
    elements,
    params: { return_url: window.location.href },
  });
  if (made.error) throw new CardRefused(made.error.message ?? i18n.t(CHECK_CARD));
  return made.confirmationToken.id;
}
