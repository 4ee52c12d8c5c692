import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { type Call, unixSeconds } from './call.ts';
import { newId } from './ids.ts';
import type { ReadCard } from './read-card.ts';
import type { Held } from './store.ts';
import type { Brand, TestCard } from './test-cards.ts';

export type BillingDetails = Stripe.PaymentMethod.BillingDetails;

export const NO_BILLING_DETAILS: BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** A card named by a token has a date that never runs out while a test lasts. */
export function cardOfToken(card: TestCard, now: Date): ReadCard {
  return { card, exp_month: 12, exp_year: now.getUTCFullYear() + 1, hasCvc: true };
}

export function buildPaymentMethod(
  call: Call,
  read: ReadCard,
  details: { billing?: BillingDetails; metadata?: Record<string, string> } = {},
): Held<'payment_method'> {
  const billing = details.billing ?? NO_BILLING_DETAILS;
  const body: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: read.card.brand,
      checks: checksOf(read, billing),
      country: read.card.country,
      display_brand: DISPLAY_BRANDS[read.card.brand],
      exp_month: read.exp_month,
      exp_year: read.exp_year,
      fingerprint: fingerprintOf(read.card),
      funding: read.card.funding,
      generated_from: null,
      last4: read.card.number.slice(-4),
      networks: { available: [read.card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: read.card.brand !== 'amex' },
      wallet: null,
    },
    created: unixSeconds(call.now),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: details.metadata ?? {},
    type: 'card',
  };
  const hidden = { testCard: read.card.name, hasCvc: read.hasCvc, isSetUp: false, isSpent: false };
  return { body, hidden };
}

const DISPLAY_BRANDS: Record<Brand, string> = {
  amex: 'american_express',
  diners: 'diners_club',
  discover: 'discover',
  jcb: 'jcb',
  mastercard: 'mastercard',
  unionpay: 'union_pay',
  visa: 'visa',
};

export function checksOf(read: ReadCard, billing: BillingDetails): Stripe.PaymentMethod.Card.Checks {
  return {
    address_line1_check: billing.address?.line1 ? read.card.checks.line1 : null,
    address_postal_code_check: billing.address?.postal_code ? read.card.checks.postalCode : null,
    cvc_check: read.hasCvc ? read.card.checks.cvc : null,
  };
}

/** The same number has the same fingerprint wherever it is saved. */
export function fingerprintOf(card: TestCard): string {
  return createHash('sha256').update(`sandbox card ${card.number}`).digest('base64url').slice(0, 16);
}
