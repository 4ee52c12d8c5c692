import type { RefObject } from 'react';
import type { PaymentSettings } from './payment-settings.query.ts';

/** Gives out a token of the card provider, never the card number. */
export type CardEntry = {
  /** Resolves to undefined when a field needs correction. */
  makeToken: () => Promise<string | undefined>;
};

export type CardFieldsProps = {
  settings: PaymentSettings;
  /** Undefined when a card is only saved. */
  amountCents?: number;
  entry: RefObject<CardEntry | null>;
};

/** The card provider refused a card; its message is written for the buyer. */
export class CardRefused extends Error {}
