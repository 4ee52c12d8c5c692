import { type ChangeEvent, useImperativeHandle, useRef, useState } from 'react';
import { TextField } from '#web/components/text-field.tsx';
import type { CardFieldsProps } from './card-entry.ts';
import { makeSandboxToken } from './make-sandbox-token.ts';
import {
  type CardProblems,
  digitsOf,
  findCardProblems,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  type TypedCard,
} from './sandbox-card.ts';
import { TestCards } from './test-cards.tsx';

const EMPTY: TypedCard = { number: '', expiry: '', cvc: '' };
const FIELDS = ['number', 'expiry', 'cvc'] as const;

/** Formatting moves the caret; this puts it back after the same digit. */
function keepCaret(input: HTMLInputElement, formatted: string): void {
  const caret = input.selectionStart ?? input.value.length;
  if (caret === input.value.length) return;
  const digitsBefore = digitsOf(input.value.slice(0, caret)).length;
  let place = 0;
  for (let seen = 0; seen < digitsBefore && place < formatted.length; place += 1) {
    if (/\d/.test(formatted[place] ?? '')) seen += 1;
  }
  requestAnimationFrame(() => input.setSelectionRange(place, place));
}

export function SandboxCardFields({ settings, entry }: CardFieldsProps) {
  const [card, setCard] = useState(EMPTY);
  const [problems, setProblems] = useState<CardProblems>({});
  const form = useRef<HTMLDivElement>(null);

  const write = (changes: Partial<TypedCard>) => {
    setCard((known) => ({ ...known, ...changes }));
    setProblems((known) => {
      const rest = { ...known };
      for (const name of FIELDS) if (changes[name] !== undefined) delete rest[name];
      return rest;
    });
  };
  const check = (name: keyof TypedCard) => {
    if (card[name] === '') return;
    setProblems((known) => ({ ...known, [name]: findCardProblems(card)[name] }));
  };

  useImperativeHandle(entry, () => ({
    makeToken: async () => {
      const found = findCardProblems(card);
      setProblems(found);
      const first = FIELDS.find((name) => found[name]);
      if (!first) return makeSandboxToken(card, settings.publishable_key);
      form.current?.querySelector<HTMLInputElement>(`input[name="card-${first}"]`)?.focus();
      return undefined;
    },
  }));

  const changeNumber = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const number = formatCardNumber(target.value);
    keepCaret(target, number);
    write({ number });
  };
  return (
    <div ref={form} className="grid gap-4">
      <TextField
        label="Card number"
        name="card-number"
        autoComplete="cc-number"
        inputMode="numeric"
        placeholder="1234 1234 1234 1234"
        value={card.number}
        onChange={changeNumber}
        onBlur={() => check('number')}
        error={problems.number}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Expires"
          name="card-expiry"
          autoComplete="cc-exp"
          inputMode="numeric"
          placeholder="MM / YY"
          maxLength={9}
          value={card.expiry}
          onChange={({ target }) => write({ expiry: formatExpiry(target.value, card.expiry) })}
          onBlur={() => check('expiry')}
          error={problems.expiry}
        />
        <TextField
          label="Security code"
          name="card-cvc"
          autoComplete="cc-csc"
          inputMode="numeric"
          placeholder="123"
          value={card.cvc}
          onChange={({ target }) => write({ cvc: formatCvc(target.value) })}
          onBlur={() => check('cvc')}
          error={problems.cvc}
        />
      </div>
      <TestCards onChoose={write} />
    </div>
  );
}
