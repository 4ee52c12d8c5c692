import { z } from 'zod';
import { passesLuhn } from './card.rules.ts';
import { cardError } from './errors.ts';
import { findCardByNumber, type TestCard } from './test-cards.ts';

export const cardNumberParams = z.strictObject({
  number: z.string().max(40),
  exp_month: z.string().max(10),
  exp_year: z.string().max(10),
  cvc: z.string().max(10),
});

export type ReadCard = { card: TestCard; exp_month: number; exp_year: number };

/** Accepts only the provider's published test numbers, so a real card number is never stored. */
export function readCard(typed: z.output<typeof cardNumberParams>, now: Date): ReadCard {
  const number = typed.number.replaceAll(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError({
      code: 'invalid_number',
      param: 'number',
      message: 'The card number is not a valid credit card number.',
    });
  }
  if (!passesLuhn(number)) {
    throw cardError({ code: 'incorrect_number', param: 'number', message: 'Your card number is incorrect.' });
  }
  const card = findCardByNumber(number);
  if (!card) {
    throw cardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      param: 'number',
      message:
        'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    });
  }
  const expiry = readExpiry(typed, now);
  checkCvc(typed.cvc, card);
  return { card, ...expiry };
}

function readExpiry(typed: { exp_month: string; exp_year: string }, now: Date) {
  const month = Number(typed.exp_month);
  const shortYear = Number(typed.exp_year);
  const year = shortYear < 100 ? 2000 + shortYear : shortYear;
  const thisYear = now.getUTCFullYear();
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw cardError({
      code: 'invalid_expiry_year',
      param: 'exp_year',
      message: "Your card's expiration year is invalid.",
    });
  }
  const isPast = year === thisYear && month < now.getUTCMonth() + 1;
  if (!Number.isInteger(month) || month < 1 || month > 12 || isPast) {
    throw cardError({
      code: 'invalid_expiry_month',
      param: 'exp_month',
      message: "Your card's expiration month is invalid.",
    });
  }
  return { exp_month: month, exp_year: year };
}

function checkCvc(cvc: string, card: TestCard): void {
  const length = card.brand === 'amex' ? 4 : 3;
  if (!new RegExp(`^\\d{${length}}$`).test(cvc)) {
    throw cardError({
      code: 'invalid_cvc',
      param: 'cvc',
      message: "Your card's security code is invalid.",
    });
  }
}
