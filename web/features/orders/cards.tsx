import type { RefObject } from 'react';
import type { PaymentSource } from '#contract/entities/order.ts';
import { i18n } from '#web/lib/i18n.ts';
import type { PaymentSettings } from './payment-settings.tsx';

/** Gives out a token of the card provider, never the card number. */
export type CardEntry = {
  /** Resolves to undefined when a field needs correction. */
  makeToken: () => Promise<string | undefined>;
};

/** The facts that the provider's fields need in advance, because they must match the payment that the server makes. */
export type PaymentTerms = {
  amountCents: number;
  keepsCard: boolean;
  /** A pool holds the money first. */
  isHeld: boolean;
};

export type CardFieldsProps = {
  settings: PaymentSettings;
  /** Undefined when a card is kept without a payment. */
  terms?: PaymentTerms;
  entry: RefObject<CardEntry | null>;
  /** Only typed cards can be kept; wallets keep theirs themselves. */
  onCanKeep?: (canKeep: boolean) => void;
};

export type ExpressPayProps = {
  settings: PaymentSettings;
  terms: PaymentTerms;
  /** Pays with the token of the wallet. `onFailed` closes the wallet's own window. */
  onPay: (makeToken: () => Promise<string | undefined>, onFailed: () => void) => void;
  onCancel: () => void;
};

/** The card provider refused a card; its message is written for the buyer. */
export class CardRefused extends Error {}

const expiryText = ({ exp_month, exp_year }: PaymentSource) =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;

/** A card is valid through the last day of its month. */
export function isCardExpired({ exp_month, exp_year }: PaymentSource, now = new Date()): boolean {
  return now >= new Date(exp_year, exp_month, 1);
}

export const describeExpiry = (card: PaymentSource) =>
  isCardExpired(card)
    ? i18n.t('Expired {date}', { date: expiryText(card) })
    : i18n.t('Expires {date}', { date: expiryText(card) });

export function firstUsableCard(cards: readonly PaymentSource[]): PaymentSource | undefined {
  return cards.find((card) => !isCardExpired(card));
}

export type BankOutcome = 'answered' | 'left';

/** The question of a bank that the sandbox shows in a sheet. */
export type BankQuestion = { url: string; answer: (outcome: BankOutcome) => void };

export function OrCard() {
  return (
    <p className="flex items-center gap-3 text-13 text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {i18n.t('or pay with a card')}
    </p>
  );
}
