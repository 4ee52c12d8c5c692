import { z } from 'zod';
import { cardError, DECLINES, type Decline, invalidRequest } from './call.ts';

export type Verdict = 'approved' | 'authenticate' | { declined: Decline };

export function judgePayment(
  card: TestCard,
  attempt: { isOffSession: boolean; isAuthenticated: boolean; isExpired: boolean; asksBank?: boolean },
): Verdict {
  const isAsked = card.needsAuthentication || (card.canAuthenticate && attempt.asksBank === true);
  if (isAsked && !attempt.isAuthenticated) {
    return attempt.isOffSession ? { declined: DECLINES.authentication_required } : 'authenticate';
  }
  const decline = attempt.isExpired ? DECLINES.expired_card : card.decline;
  return decline ? { declined: decline } : 'approved';
}

export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** A card is valid through the last day of its month. */
export function isExpired(expiry: { exp_month: number; exp_year: number }, now: Date): boolean {
  return now.getTime() >= Date.UTC(expiry.exp_year, expiry.exp_month, 1);
}

const SMALLEST_CENTS: Record<string, number> = { usd: 50, eur: 50, gbp: 30, cad: 50, aud: 50 };

/** The provider takes amounts of at most eight digits. */
const LARGEST_CENTS = 99_999_999;

/** Returns the currency in lower case. */
export function checkAmount(amountCents: number, currency: string): string {
  const code = currency.toLowerCase();
  const smallest = SMALLEST_CENTS[code];
  if (smallest === undefined) throw invalidRequest(`Invalid currency: ${code}.`, { param: 'currency' });
  if (amountCents > LARGEST_CENTS) {
    throw invalidRequest(`Amount must be no more than ${asMoney(LARGEST_CENTS, code)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  if (amountCents >= smallest) return code;
  throw invalidRequest(`Amount must be at least ${asMoney(smallest, code)}`, {
    code: 'amount_too_small',
    param: 'amount',
  });
}

export function asMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

/** A card number that the provider publishes for tests, and how it behaves. */
export type TestCard = {
  name: string;
  number: string;
  brand: 'amex' | 'mastercard' | 'visa';
  needsAuthentication: boolean;
  /** The bank asks only if the payment requests it. */
  canAuthenticate: boolean;
  decline: Decline | undefined;
  /** Some cards can be saved and are declined only when charged. */
  canBeAttached: boolean;
  dispute: 'fraudulent' | 'inquiry' | undefined;
  refund: 'at_once' | 'fails_later' | 'succeeds_later';
};

function card(name: string, number: string, traits: Partial<TestCard> = {}): TestCard {
  return {
    name,
    number,
    brand: 'visa',
    needsAuthentication: false,
    canAuthenticate: false,
    decline: undefined,
    canBeAttached: true,
    dispute: undefined,
    refund: 'at_once',
    ...traits,
  };
}

function declined(name: string, number: string, decline: Decline): TestCard {
  return card(name, number, { decline, canBeAttached: false });
}

const CARDS: TestCard[] = [
  card('visa', '4242424242424242'),
  card('mastercard', '5555555555554444', { brand: 'mastercard' }),
  card('amex', '378282246310005', { brand: 'amex' }),
  declined('visa_chargeDeclined', '4000000000000002', DECLINES.generic_decline),
  declined('visa_chargeDeclinedInsufficientFunds', '4000000000009995', DECLINES.insufficient_funds),
  declined('chargeDeclinedExpiredCard', '4000000000000069', DECLINES.expired_card),
  declined('chargeDeclinedIncorrectCvc', '4000000000000127', DECLINES.incorrect_cvc),
  card('chargeCustomerFail', '4000000000000341', { decline: DECLINES.generic_decline }),
  card('createDispute', '4000000000000259', { dispute: 'fraudulent' }),
  card('createDisputeInquiry', '4000000000001976', { dispute: 'inquiry' }),
  card('pendingRefund', '4000000000007726', { refund: 'succeeds_later' }),
  card('refundFail', '4000000000005126', { refund: 'fails_later' }),
  card('authenticationRequired', '4000002760003184', { needsAuthentication: true }),
  card('threeDSecure2Required', '4000000000003220', { needsAuthentication: true }),
  card('threeDSecureOptional', '4000000000003055', { canAuthenticate: true }),
];

/** The provider publishes test cards as `pm_card_<name>`, and most of them as `tok_<name>` too. */
export function findCardByToken(token: string, prefix: 'pm_card' | 'tok'): TestCard | undefined {
  return CARDS.find((known) => token === `${prefix}_${known.name}`);
}

export function getTestCard(name: string): TestCard {
  const known = CARDS.find((candidate) => candidate.name === name);
  if (!known) throw new Error(`the sandbox knows no card "${name}"`);
  return known;
}

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
  const card = CARDS.find((known) => known.number === number);
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
