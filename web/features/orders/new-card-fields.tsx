import { lazy, type RefObject, Suspense } from 'react';
import { Skeleton } from '#web/components/skeleton.tsx';
import type { CardEntry } from './card-entry.ts';
import type { PaymentSettings } from './payment-settings.query.ts';

const SandboxCardFields = lazy(() =>
  import('./sandbox-card-fields.tsx').then((m) => ({ default: m.SandboxCardFields })),
);
const ProviderCardFields = lazy(() =>
  import('./provider-card-fields.tsx').then((m) => ({ default: m.ProviderCardFields })),
);

export type CardFieldsProps = {
  settings: PaymentSettings;
  /** Undefined when a card is only kept. */
  amountCents?: number;
  entry: RefObject<CardEntry | null>;
};

/** The provider's own card fields; in the sandbox, ours, which take test cards alone. */
export function NewCardFields(props: CardFieldsProps) {
  return (
    <Suspense fallback={<Skeleton label="Loading the card form" className="h-[172px]" />}>
      {props.settings.mode === 'sandbox' ? (
        <SandboxCardFields {...props} />
      ) : (
        <ProviderCardFields {...props} />
      )}
    </Suspense>
  );
}
