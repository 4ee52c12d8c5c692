import type Stripe from 'stripe';
import { type Call, secondsFrom, unixSeconds } from './call.ts';
import type { Decline } from './declines.ts';
import { newId } from './ids.ts';
import { type Held, idOf } from './store.ts';
import { getTestCard, type TestCard } from './test-cards.ts';

const HOUR_SECONDS = 3600;
const HOLD_SECONDS = 7 * 24 * HOUR_SECONDS;
/** Visa keeps a hold that was placed without the buyer for less than five days. */
const SHORT_HOLD_SECONDS = (4 * 24 + 18) * HOUR_SECONDS;

export type Outcome = { isAuthenticated: boolean } & ({ isCaptured: boolean } | { declined: Decline });

export function buildCharge(
  call: Call,
  intent: Held<'payment_intent'>,
  method: Held<'payment_method'>,
  outcome: Outcome,
): Held<'charge'> {
  const card = getTestCard(method.hidden.testCard);
  const { body } = intent;
  const declined = 'declined' in outcome ? outcome.declined : undefined;
  const isCaptured = 'isCaptured' in outcome && outcome.isCaptured;
  const charge: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: body.amount,
    amount_captured: isCaptured ? body.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.body.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: isCaptured,
    created: unixSeconds(call.now),
    currency: body.currency,
    customer: idOf(body.customer),
    description: body.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: declined?.code ?? null,
    failure_message: declined?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: body.metadata,
    on_behalf_of: null,
    outcome: declined ? refusedOutcome(declined, card) : approvedOutcome(card),
    paid: !declined,
    payment_intent: body.id,
    payment_method: method.body.id,
    payment_method_details: {
      type: 'card',
      card: cardDetails(call, intent, method, { ...outcome, isHeld: !declined && !isCaptured }),
    },
    receipt_email: body.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: body.statement_descriptor,
    statement_descriptor_suffix: body.statement_descriptor_suffix,
    status: declined ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: body.transfer_group,
  };
  return { body: charge, hidden: { testCard: card.name } };
}

function cardDetails(
  call: Call,
  intent: Held<'payment_intent'>,
  method: Held<'payment_method'>,
  outcome: { isAuthenticated: boolean; isHeld: boolean },
): Stripe.Charge.PaymentMethodDetails.Card {
  const { card } = method.body;
  if (!card) throw new Error(`payment method ${method.body.id} is no card`);
  const holdSeconds = card.brand === 'visa' && intent.hidden.offSession ? SHORT_HOLD_SECONDS : HOLD_SECONDS;
  const captureBefore = unixSeconds(secondsFrom(call.now, holdSeconds));
  return {
    amount_authorized: intent.body.amount,
    authorization_code: '123456',
    brand: card.brand,
    ...(outcome.isHeld ? { capture_before: captureBefore } : {}),
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: newId('nti').slice(4, 19),
    overcapture: { maximum_amount_capturable: intent.body.amount, status: 'unavailable' },
    regulated_status: card.regulated_status,
    three_d_secure: outcome.isAuthenticated ? AUTHENTICATED : null,
    transaction_link_id: null,
    wallet: null,
  };
}

const AUTHENTICATED: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};

const RISK_SCORES: Record<TestCard['risk'], number> = { normal: 12, elevated: 67, highest: 92 };

function approvedOutcome(card: TestCard): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: 'approved_by_network',
    reason: card.risk === 'elevated' ? 'elevated_risk_level' : null,
    risk_level: card.risk,
    risk_score: RISK_SCORES[card.risk],
    seller_message: 'Payment complete.',
    type: 'authorized',
  };
}

function refusedOutcome(decline: Decline, card: TestCard): Stripe.Charge.Outcome {
  const isBlocked = decline.isBlocked ?? false;
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: isBlocked ? null : '05',
    network_status: isBlocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: isBlocked ? 'highest_risk_level' : (decline.declineCode ?? decline.code),
    risk_level: card.risk,
    risk_score: RISK_SCORES[card.risk],
    seller_message: isBlocked
      ? 'Stripe blocked this payment as too risky.'
      : 'The bank returned the decline code '.concat(decline.declineCode ?? decline.code, '.'),
    type: isBlocked ? 'blocked' : 'issuer_declined',
  };
}
