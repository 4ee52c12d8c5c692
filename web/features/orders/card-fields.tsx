import { CreditCard, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { PaymentSource } from '#contract/entities/order.ts';
import { CARD_CONSENT } from '#contract/rules/cards.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, RadioCard } from '#web/components/form.tsx';
import { Skeleton } from '#web/components/states.tsx';
import { cardName } from '#web/lib/card-name.ts';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart, useLoadSoon } from '#web/lib/lazy-part.tsx';
import {
  type BankOutcome,
  type BankQuestion,
  type CardFieldsProps,
  describeExpiry,
  type ExpressPayProps,
  isCardExpired,
} from './cards.tsx';
import type { PaymentSettings } from './payment-settings.tsx';

type CardChoiceProps = {
  cards: readonly PaymentSource[];
  value: number | 'new';
  onChange: (value: number | 'new') => void;
};

export function CardChoice({ cards, value, onChange }: CardChoiceProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-14 font-[650]">{i18n.t('Pay with')}</legend>
      {cards.map((card) => (
        <RadioCard
          key={card.id}
          name={name}
          checked={value === card.id}
          disabled={isCardExpired(card)}
          onChange={() => onChange(card.id)}
        >
          <span className="grid min-w-0 flex-1">
            <b className="text-15 font-[650]">{cardName(card)}</b>
            <span className="text-13 text-ink-2 tabular-nums">{describeExpiry(card)}</span>
          </span>
          <CreditCard size={22} strokeWidth={1.6} className="flex-none text-ink-3" />
        </RadioCard>
      ))}
      <RadioCard name={name} checked={value === 'new'} onChange={() => onChange('new')}>
        <b className="flex-1 text-15 font-[650]">{i18n.t('New card')}</b>
        <Plus size={22} strokeWidth={1.6} className="flex-none text-ink-3" />
      </RadioCard>
    </fieldset>
  );
}

type KeepCardBoxProps = { isChecked: boolean; onChange: (isChecked: boolean) => void };

/** The whole text is the label, because the server records that the buyer agreed to these words. */
export function KeepCardBox({ isChecked, onChange }: KeepCardBoxProps) {
  const consent = i18n.t(CARD_CONSENT);
  const endOfFirst = consent.indexOf('.') + 1;
  return (
    <CheckField checked={isChecked} onChange={({ target }) => onChange(target.checked)}>
      <b className="font-[650]">{consent.slice(0, endOfFirst)}</b>
      <span className="block text-13 text-ink-2">{consent.slice(endOfFirst).trim()}</span>
    </CheckField>
  );
}

type SavedCardProps = { card: PaymentSource; onChange: () => void };

export function SavedCard({ card, onChange }: SavedCardProps) {
  return (
    <p className="flex min-h-12 items-center gap-3 text-15">
      <CreditCard size={24} strokeWidth={1.6} className="flex-none text-ink-2" />
      <b className="min-w-0 font-[650]">{cardName(card)}</b>
      <Button
        kind="ghost"
        size="small"
        aria-label={i18n.t('Change card')}
        className="-mr-3 ml-auto"
        onClick={onChange}
      >
        {i18n.t('Change')}
      </Button>
    </p>
  );
}

const LOADING = <Skeleton label={i18n.t('Loading the card form')} className="h-[172px]" />;
const SandboxCardFields = lazyPart(() => import('./sandbox-card-fields.tsx'), 'SandboxCardFields', LOADING);
const ProviderCardFields = lazyPart(() => import('./provider-fields.tsx'), 'ProviderCardFields', LOADING);

export function NewCardFields(props: CardFieldsProps) {
  const isSandbox = props.settings.mode === 'sandbox';
  return isSandbox ? <SandboxCardFields {...props} /> : <ProviderCardFields {...props} />;
}

const TestWallet = lazyPart(() => import('./sandbox-card-fields.tsx'), 'TestWallet');
const ProviderWallets = lazyPart(() => import('./provider-fields.tsx'), 'ProviderWallets');

/** One-tap wallets above the form. A card of a wallet is never kept here. */
export function ExpressPay(props: ExpressPayProps) {
  return props.settings.mode === 'sandbox' ? <TestWallet {...props} /> : <ProviderWallets {...props} />;
}

const load = () => import('./bank-sheet.tsx');
const BankSheet = lazyPart(load, 'BankSheet');

/** The bank's page opens only once the sheet is there, so its answer cannot come too early. */
export function LazyBankSheet({ question }: { question: BankQuestion | undefined }) {
  useLoadSoon(load);
  return question && <BankSheet question={question} />;
}

type NextStep = { client_secret: string | null; next_action_url: string | null };

/** Asks the bank to confirm: with the provider's script, or in the sandbox in a sheet that shows `question`. */
export function useBank(settings: PaymentSettings | undefined) {
  const [question, setQuestion] = useState<BankQuestion>();
  const askBank = async ({ client_secret, next_action_url }: NextStep): Promise<BankOutcome> => {
    if (settings && settings.mode !== 'sandbox') {
      const { confirmWithBank } = await import('./load-provider.ts');
      return client_secret ? confirmWithBank(client_secret, settings.publishable_key) : 'left';
    }
    if (!next_action_url) return 'left';
    const asked = new Promise<BankOutcome>((answer) => setQuestion({ url: next_action_url, answer }));
    return asked.finally(() => setQuestion(undefined));
  };
  return { question, askBank };
}
