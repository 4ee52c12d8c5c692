import { DECLINES, type Decline } from './declines.ts';

/** A card number that the provider publishes for tests, and how it behaves. */
export type TestCard = {
  /** The provider also accepts `pm_card_<name>` in place of a payment method. */
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

export function findCardByNumber(number: string): TestCard | undefined {
  return CARDS.find((known) => known.number === number);
}

export function findCardByToken(token: string): TestCard | undefined {
  return CARDS.find((known) => token === `pm_card_${known.name}`);
}

/** The provider publishes most test cards as `tok_<name>` too. */
export function findCardByLegacyToken(token: string): TestCard | undefined {
  return CARDS.find((known) => token === `tok_${known.name}`);
}

export function getTestCard(name: string): TestCard {
  const known = CARDS.find((candidate) => candidate.name === name);
  if (!known) throw new Error(`the sandbox knows no card "${name}"`);
  return known;
}
