import type Stripe from 'stripe';
import { type Call, secondsFrom, unixSeconds } from './call.ts';
import { newId } from './ids.ts';
import { idOf } from './store.ts';
import type { TestCard } from './test-cards.ts';

const ANSWER_SECONDS = 9 * 24 * 3600;

export type DisputeKind = NonNullable<TestCard['dispute']>;

export function buildDispute(call: Call, charge: Stripe.Charge, kind: DisputeKind): Stripe.Dispute {
  const isInquiry = kind === 'inquiry';
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: unixSeconds(call.now),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: unixSeconds(secondsFrom(call.now, ANSWER_SECONDS)),
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: kind === 'product_not_received' ? '13.1' : '10.4',
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      type: 'card',
      card: {
        brand,
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: brand,
        network_reason_code: kind === 'product_not_received' ? '13.1' : '10.4',
      },
    },
    reason: isInquiry ? 'general' : kind,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** Texts a shop may give; files are left to the provider itself. */
export const EVIDENCE_TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'uncategorized_text',
] as const satisfies (keyof Stripe.Dispute.Evidence & keyof Stripe.DisputeUpdateParams.Evidence)[];
