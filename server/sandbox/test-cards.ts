import { COUNTRY_CARDS } from './country-cards.ts';
import { DECLINES, type Decline } from './declines.ts';

export type Brand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';
type Check = 'fail' | 'pass' | 'unavailable';

/** How the provider's published test number behaves; what is left out is the plain successful case. */
export type TestCard = {
  /** `pm_card_<name>` and `tok_<name>` stand for it, unless the provider publishes the number alone. */
  name: string;
  number: string;
  brand: Brand;
  isPublishedAsToken: boolean;
  funding: 'credit' | 'debit' | 'prepaid';
  country: string;
  /** `broken`: step-up is needed, but the issuer's side fails. */
  authentication: 'already_set_up' | 'always' | 'broken' | 'none' | 'optional' | 'unless_set_up';
  decline: Decline | undefined;
  canBeAttached: boolean;
  dispute: 'fraudulent' | 'inquiry' | 'product_not_received' | undefined;
  refund: 'at_once' | 'fails_later' | 'succeeds_later';
  risk: 'elevated' | 'highest' | 'normal';
  checks: { cvc: Check; line1: Check; postalCode: Check };
  /** Its money is available at once. */
  skipsPending: boolean;
};

function card(name: string, number: string, traits: Partial<TestCard> = {}): TestCard {
  return {
    name,
    number,
    brand: 'visa',
    isPublishedAsToken: true,
    funding: 'credit',
    country: 'US',
    authentication: 'none',
    decline: undefined,
    canBeAttached: true,
    dispute: undefined,
    refund: 'at_once',
    risk: 'normal',
    checks: { cvc: 'pass', line1: 'pass', postalCode: 'pass' },
    skipsPending: false,
    ...traits,
  };
}

function declined(name: string, number: string, decline: Decline): TestCard {
  return card(name, number, { decline, canBeAttached: false });
}

const pass = { cvc: 'pass', line1: 'pass', postalCode: 'pass' } as const;
const unnamed = { isPublishedAsToken: false } as const;

const CARDS: TestCard[] = [
  card('visa', '4242424242424242'),
  card('visa_debit', '4000056655665556', { funding: 'debit' }),
  card('mastercard', '5555555555554444', { brand: 'mastercard' }),
  card('mastercard_2series', '2223003122003222', { brand: 'mastercard', ...unnamed }),
  card('mastercard_debit', '5200828282828210', { brand: 'mastercard', funding: 'debit' }),
  card('mastercard_prepaid', '5105105105105100', { brand: 'mastercard', funding: 'prepaid' }),
  card('amex', '378282246310005', { brand: 'amex' }),
  card('amex_second', '371449635398431', { brand: 'amex', ...unnamed }),
  card('discover', '6011111111111117', { brand: 'discover' }),
  card('discover_second', '6011000990139424', { brand: 'discover', ...unnamed }),
  card('discover_debit', '6011981111111113', { brand: 'discover', funding: 'debit', ...unnamed }),
  card('diners', '3056930009020004', { brand: 'diners' }),
  card('diners_14', '36227206271667', { brand: 'diners', ...unnamed }),
  card('jcb', '3566002020360505', { brand: 'jcb', country: 'JP' }),
  card('unionpay', '6200000000000005', { brand: 'unionpay', country: 'CN' }),
  card('unionpay_debit', '6200000000000047', {
    brand: 'unionpay',
    country: 'CN',
    funding: 'debit',
    ...unnamed,
  }),
  card('unionpay_19', '6205500000000000004', { brand: 'unionpay', country: 'CN', ...unnamed }),

  declined('visa_chargeDeclined', '4000000000000002', DECLINES.generic_decline),
  declined('visa_chargeDeclinedInsufficientFunds', '4000000000009995', DECLINES.insufficient_funds),
  declined('visa_chargeDeclinedLostCard', '4000000000009987', DECLINES.lost_card),
  declined('visa_chargeDeclinedStolenCard', '4000000000009979', DECLINES.stolen_card),
  declined('chargeDeclinedExpiredCard', '4000000000000069', DECLINES.expired_card),
  declined('chargeDeclinedIncorrectCvc', '4000000000000127', DECLINES.incorrect_cvc),
  declined('chargeDeclinedProcessingError', '4000000000000119', DECLINES.processing_error),
  declined('visa_chargeDeclinedVelocityLimitExceeded', '4000000000006975', DECLINES.velocity),
  card('chargeCustomerFail', '4000000000000341', { decline: DECLINES.generic_decline }),

  card('radarBlock', '4100000000000019', { risk: 'highest', decline: DECLINES.blocked }),
  card('riskLevelHighest', '4000000000004954', { risk: 'highest', decline: DECLINES.blocked }),
  card('riskLevelElevated', '4000000000009235', { risk: 'elevated' }),
  card('cvcCheckFail', '4000000000000101', { checks: { ...pass, cvc: 'fail' } }),
  card('avsZipFail', '4000000000000036', { checks: { ...pass, postalCode: 'fail' } }),
  card('avsLine1Fail', '4000000000000028', { checks: { ...pass, line1: 'fail' } }),
  card('avsFail', '4000000000000010', { checks: { ...pass, line1: 'fail', postalCode: 'fail' } }),
  card('avsUnchecked', '4000000000000044', {
    checks: { ...pass, line1: 'unavailable', postalCode: 'unavailable' },
  }),

  card('createDispute', '4000000000000259', { dispute: 'fraudulent' }),
  card('createDisputeProductNotReceived', '4000000000002685', { dispute: 'product_not_received' }),
  card('createDisputeInquiry', '4000000000001976', { dispute: 'inquiry' }),
  card('pendingRefund', '4000000000007726', { refund: 'succeeds_later' }),
  card('refundFail', '4000000000005126', { refund: 'fails_later' }),
  card('bypassPending', '4000000000000077', { skipsPending: true }),
  card('bypassPendingInternational', '4000003720000278', { skipsPending: true, country: 'IE' }),

  card('authenticationRequiredOnSetup', '4000002500003155', {
    authentication: 'unless_set_up',
    country: 'FR',
  }),
  card('authenticationRequired', '4000002760003184', { authentication: 'always', country: 'DE' }),
  card('authenticationRequiredSetupForOffSession', '4000003800000446', {
    authentication: 'already_set_up',
    country: 'IT',
  }),
  card('authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', {
    authentication: 'unless_set_up',
    country: 'GB',
    decline: DECLINES.insufficient_funds,
  }),
  card('threeDSecure2Required', '4000000000003220', { authentication: 'always' }),
  card('threeDSecureRequired', '4000000000003063', { authentication: 'always' }),
  card('threeDSecurePasscode', '4000000000003238', { authentication: 'always', ...unnamed }),
  card('threeDSecureSingleSelect', '4000000000003246', { authentication: 'always', ...unnamed }),
  card('threeDSecureMultiSelect', '4000000000003253', { authentication: 'always', ...unnamed }),
  card('threeDSecureRequiredChargeDeclined', '4000008400001629', {
    authentication: 'always',
    decline: DECLINES.generic_decline,
  }),
  card('threeDSecureRequiredProcessingError', '4000008400001280', { authentication: 'broken' }),
  card('threeDSecureOptional', '4000000000003055', { authentication: 'optional' }),
  ...COUNTRY_CARDS.map(([country, number]) => card(country.toLowerCase(), number, { country })),
];

const BY_NUMBER = new Map(CARDS.map((known) => [known.number, known]));
const BY_NAME = new Map(CARDS.map((known) => [known.name, known]));
/** Older names that the provider still takes. */
const ALIASES: Record<string, string> = {
  chargeDeclined: 'visa_chargeDeclined',
  chargeDeclinedInsufficientFunds: 'visa_chargeDeclinedInsufficientFunds',
  us: 'visa',
};

export function findCardByNumber(number: string): TestCard | undefined {
  return BY_NUMBER.get(number);
}

/** `pm_card_visa` or `tok_visa`: a card the provider publishes under a name. */
export function findCardByToken(token: string): TestCard | undefined {
  const [, name] = /^(?:pm_card|tok)_(\w+)$/.exec(token) ?? [];
  const known = name === undefined ? undefined : BY_NAME.get(ALIASES[name] ?? name);
  return known?.isPublishedAsToken ? known : undefined;
}

export function getTestCard(name: string): TestCard {
  const known = BY_NAME.get(name);
  if (!known) throw new Error(`the sandbox knows no card "${name}"`);
  return known;
}
