import { z } from 'zod';
import { id } from '../primitives.ts';
import { CARD_CONSENT_VERSION } from '../rules/card-consent.ts';

export const cardToken = z
  .string()
  .max(255)
  .regex(/^(pm|tok|ctoken)_\w+$/, 'Send a token of the card provider that begins with pm_, tok_ or ctoken_');

/** The version of the words that the customer agreed to. */
export const cardConsent = z.literal(CARD_CONSENT_VERSION);

/** A saved card, or a token that the card provider gave the browser. A purchase that costs nothing needs neither. */
export const payingCard = {
  paymentMethodId: id.nullable(),
  /** With consent the card is kept once it has paid. */
  card: z.strictObject({ token: cardToken, consent: cardConsent.optional() }).optional(),
};
export type PayingCard = z.output<z.ZodObject<typeof payingCard>>;
