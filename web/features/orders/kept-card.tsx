import { CreditCard } from 'lucide-react';
import type { PaymentSource } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { cardName } from './card-facts.ts';

type KeptCardProps = { card: PaymentSource; onChange: () => void };

export function KeptCard({ card, onChange }: KeptCardProps) {
  return (
    <p className="flex min-h-12 items-center gap-3 text-15">
      <CreditCard aria-hidden size={24} strokeWidth={1.6} className="flex-none text-ink-2" />
      <b className="min-w-0 truncate font-[650]">{cardName(card)}</b>
      <Button kind="ghost" size="small" aria-label="Change card" className="-mr-3 ml-auto" onClick={onChange}>
        Change
      </Button>
    </p>
  );
}
