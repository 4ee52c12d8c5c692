import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/components/skeleton.tsx';
import type { CardFieldsProps } from './card-entry.ts';

const SandboxCardFields = lazy(() =>
  import('./sandbox-card-fields.tsx').then((m) => ({ default: m.SandboxCardFields })),
);
const ProviderCardFields = lazy(() =>
  import('./provider-card-fields.tsx').then((m) => ({ default: m.ProviderCardFields })),
);

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
