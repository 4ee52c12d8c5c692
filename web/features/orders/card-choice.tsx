import { CreditCard, Plus } from 'lucide-react';
import { useId } from 'react';
import type { PaymentSource } from '#contract/entities/order.ts';
import { cardName, expiryText, isCardExpired } from './card-facts.ts';

type CardChoiceProps = {
  cards: readonly PaymentSource[];
  value: number | 'new';
  onChange: (value: number | 'new') => void;
};

const CHOICE =
  'flex min-h-[60px] cursor-pointer items-center gap-3 rounded-ctl border border-line px-4 py-2.5 has-checked:border-ink has-checked:bg-sunk has-disabled:cursor-not-allowed has-disabled:text-ink-3 has-focus-visible:outline-2 has-focus-visible:outline-focus';
const RADIO = 'size-4 flex-none accent-ink';

export function CardChoice({ cards, value, onChange }: CardChoiceProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-14 font-[650]">Pay with</legend>
      {cards.map((card) => {
        const isExpired = isCardExpired(card);
        return (
          <label key={card.id} className={CHOICE}>
            <input
              type="radio"
              name={name}
              checked={value === card.id}
              disabled={isExpired}
              onChange={() => onChange(card.id)}
              className={RADIO}
            />
            <span className="grid min-w-0 flex-1">
              <b className="text-15 font-[650]">{cardName(card)}</b>
              <span className="text-13 text-ink-2 tabular-nums">
                {isExpired ? 'Expired' : 'Expires'} {expiryText(card)}
              </span>
            </span>
            <CreditCard aria-hidden size={22} strokeWidth={1.6} className="flex-none text-ink-3" />
          </label>
        );
      })}
      <label className={CHOICE}>
        <input
          type="radio"
          name={name}
          checked={value === 'new'}
          onChange={() => onChange('new')}
          className={RADIO}
        />
        <b className="flex-1 text-15 font-[650]">New card</b>
        <Plus aria-hidden size={22} strokeWidth={1.6} className="flex-none text-ink-3" />
      </label>
    </fieldset>
  );
}
