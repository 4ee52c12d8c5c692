import { Suspense } from 'react';
import { Skeleton } from '#web/components/skeleton.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import type { CardFieldsProps } from './card-entry.ts';

const SandboxCardFields = lazyPart(() => import('./sandbox-card-fields.tsx'), 'SandboxCardFields');
const ProviderCardFields = lazyPart(() => import('./provider-card-fields.tsx'), 'ProviderCardFields');

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
