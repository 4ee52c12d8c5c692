import { CreditCard, Plus } from 'lucide-react';
import { useId } from 'react';
import type { PaymentSource } from '#contract/entities/order.ts';
import { RadioCard } from '#web/components/radio-card.tsx';
import { cardName, expiryText, isCardExpired } from './card-facts.ts';

type CardChoiceProps = {
  cards: readonly PaymentSource[];
  value: number | 'new';
  onChange: (value: number | 'new') => void;
};

export function CardChoice({ cards, value, onChange }: CardChoiceProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-14 font-[650]">Pay with</legend>
      {cards.map((card) => {
        const isExpired = isCardExpired(card);
        return (
          <RadioCard
            key={card.id}
            name={name}
            checked={value === card.id}
            disabled={isExpired}
            onChange={() => onChange(card.id)}
          >
            <span className="grid min-w-0 flex-1">
              <b className="text-15 font-[650]">{cardName(card)}</b>
              <span className="text-13 text-ink-2 tabular-nums">
                {isExpired ? 'Expired' : 'Expires'} {expiryText(card)}
              </span>
            </span>
            <CreditCard aria-hidden size={22} strokeWidth={1.6} className="flex-none text-ink-3" />
          </RadioCard>
        );
      })}
      <RadioCard name={name} checked={value === 'new'} onChange={() => onChange('new')}>
        <b className="flex-1 text-15 font-[650]">New card</b>
        <Plus aria-hidden size={22} strokeWidth={1.6} className="flex-none text-ink-3" />
      </RadioCard>
    </fieldset>
  );
}
