import { Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import type { ExpressPayProps } from './card-entry.ts';

const TestWallet = lazyPart(() => import('./test-wallet.tsx'), 'TestWallet');
const ProviderWallets = lazyPart(() => import('./provider-wallets.tsx'), 'ProviderWallets');

/** One-tap wallets above the form. A card of a wallet is never kept here. */
export function ExpressPay(props: ExpressPayProps) {
  return (
    <Suspense fallback={null}>
      {props.settings.mode === 'sandbox' ? <TestWallet {...props} /> : <ProviderWallets {...props} />}
    </Suspense>
  );
}
