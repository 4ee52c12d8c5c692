import { Wallet } from 'lucide-react';
import { type ChangeEvent, useImperativeHandle, useRef, useState } from 'react';
import { formatCents } from '#contract/rules/money.ts';
import { Button, TWO_LINES } from '#web/components/button.tsx';
import { TextField } from '#web/components/form.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { type CardFieldsProps, type ExpressPayProps, OrCard } from './cards.tsx';
import {
  type CardProblems,
  digitsOf,
  findCardProblems,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  makeSandboxToken,
  makeTestWalletToken,
  type TypedCard,
} from './sandbox-card.ts';

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
        label={i18n.t('Card number')}
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
          label={i18n.t('Expires')}
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
          label={i18n.t('Security code')}
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

const TEST_CARDS = [
  { does: /*i18n*/ 'Works', number: '4242424242424242' },
  { does: /*i18n*/ 'Asks the bank first (3-D Secure)', number: '4000000000003220' },
  { does: /*i18n*/ 'Gets declined', number: '4000000000000002' },
  { does: /*i18n*/ 'Not enough money', number: '4000000000009995' },
];

const laterExpiry = () => `12 / ${String((new Date().getFullYear() + 4) % 100).padStart(2, '0')}`;

function TestCards({ onChoose }: { onChoose: (card: TypedCard) => void }) {
  return (
    <details className="rounded-ctl bg-sunk text-14">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-[650]">
        {i18n.t('Use a test card')}
      </summary>
      <ul className="grid gap-0.5 px-2 pb-2">
        {TEST_CARDS.map(({ does, number }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() =>
                onChoose({ number: formatCardNumber(number), expiry: laterExpiry(), cvc: '123' })
              }
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-tile px-2 text-left hover:bg-surface"
            >
              <span className="font-[650]">{i18n.t(does)}</span>
              <span className="text-ink-2 tabular-nums">{formatCardNumber(number)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Stands where Apple Pay, Google Pay and Link are with real cards, and takes the same way to the server. */
export function TestWallet({ settings, terms, onPay }: ExpressPayProps) {
  const pay = () =>
    onPay(
      () => makeTestWalletToken(settings.publishable_key),
      () => undefined,
    );
  return (
    <div className="grid gap-4">
      <Button icon={Wallet} kind="line" className={`min-h-[50px]! border-dashed! ${TWO_LINES}`} onClick={pay}>
        {i18n.t('Test wallet: pay {amount}', { amount: formatCents(terms.amountCents) })}
      </Button>
      <OrCard />
    </div>
  );
}
