import type { RefObject } from 'react';
import type { PaymentSettings } from './payment-settings.query.ts';

/** Gives out a token of the card provider, never the card number. */
export type CardEntry = {
  /** Resolves to undefined when a field needs correction. */
  makeToken: () => Promise<string | undefined>;
};

/** What the provider's fields must know beforehand, because it has to match the payment that the server makes. */
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
