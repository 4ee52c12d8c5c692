import { Wallet } from 'lucide-react';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import type { ExpressPayProps } from './card-entry.ts';
import { makeTestWalletToken } from './make-sandbox-token.ts';
import { OrCard } from './or-card.tsx';

/** Stands where Apple Pay, Google Pay and Link are with real cards, and takes the same way to the server. */
export function TestWallet({ settings, terms, onPay }: ExpressPayProps) {
  const pay = () =>
    onPay(
      () => makeTestWalletToken(settings.publishable_key),
      () => undefined,
    );
  return (
    <div className="grid gap-4">
      <Button kind="line" className="h-[50px]! border-dashed!" onClick={pay}>
        <Wallet aria-hidden size={18} strokeWidth={2} />
        Test wallet: pay {formatCents(terms.amountCents)}
      </Button>
      <OrCard />
    </div>
  );
}
