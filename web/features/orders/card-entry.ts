import type { RefObject } from 'react';
import type { PaymentSettings } from './payment-settings.query.ts';

/** What the fields of a new card hand out: a token of the provider, never the number. */
export type CardEntry = {
  /** Undefined when something has to be corrected first; the fields say what. */
  makeToken: () => Promise<string | undefined>;
};

export type CardFieldsProps = {
  settings: PaymentSettings;
  /** Undefined when a card is only kept. */
  amountCents?: number;
  entry: RefObject<CardEntry | null>;
};

/** The provider has said no to a card before it was kept; its sentence is for the buyer. */
export class CardRefused extends Error {}
