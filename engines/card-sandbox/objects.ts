import type Stripe from 'stripe';

// Each object is the part of the SDK's own type that the shop and its tests read.
export type BalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  | 'id'
  | 'object'
  | 'amount'
  | 'available_on'
  | 'created'
  | 'currency'
  | 'fee'
  | 'net'
  | 'source'
  | 'status'
  | 'type'
>;

export type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'created'
  | 'currency'
  | 'disputed'
  | 'failure_code'
  | 'failure_message'
  | 'metadata'
  | 'paid'
  | 'refunded'
  | 'status'
> & {
  balance_transaction: string | null;
  customer: string | null;
  payment_intent: string;
  payment_method: string;
  payment_method_details: {
    type: 'card';
    card: Pick<Stripe.Charge.PaymentMethodDetails.Card, 'brand' | 'last4' | 'capture_before'>;
  };
};

export type ConfirmationToken = Pick<
  Stripe.ConfirmationToken,
  | 'id'
  | 'object'
  | 'created'
  | 'expires_at'
  | 'livemode'
  | 'payment_intent'
  | 'return_url'
  | 'setup_future_usage'
  | 'setup_intent'
  | 'use_stripe_sdk'
> & { payment_method_preview: Pick<PaymentMethod, 'type' | 'card'> & { customer: null } };

export type Customer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'created' | 'email' | 'livemode' | 'metadata' | 'name'
>;

export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'is_charge_refundable' | 'reason' | 'status'
> & {
  balance_transactions: BalanceTransaction[];
  charge: string;
  evidence: DisputeEvidence;
  evidence_details: Pick<
    Stripe.Dispute.EvidenceDetails,
    'due_by' | 'has_evidence' | 'past_due' | 'submission_count'
  >;
  metadata: Record<string, string>;
  payment_intent: string;
};

/** The fields of evidence that are texts; the others are files. */
export const EVIDENCE_TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const satisfies readonly (keyof Stripe.Dispute.Evidence)[];

export type DisputeEvidence = Record<(typeof EVIDENCE_TEXTS)[number], string | null>;

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_capturable'
  | 'amount_received'
  | 'cancellation_reason'
  | 'capture_method'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'next_action'
  | 'setup_future_usage'
  | 'statement_descriptor_suffix'
  | 'status'
> & {
  customer: string | null;
  last_payment_error: ErrorFields | null;
  latest_charge: string | null;
  payment_method: string | null;
};

export type PaymentMethod = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'livemode' | 'type'> & {
  card: Pick<
    Stripe.PaymentMethod.Card,
    'brand' | 'exp_month' | 'exp_year' | 'fingerprint' | 'last4' | 'wallet'
  >;
  customer: string | null;
};

export type SetupIntent = Pick<
  Stripe.SetupIntent,
  'id' | 'object' | 'client_secret' | 'created' | 'livemode' | 'metadata' | 'next_action' | 'status' | 'usage'
> & {
  customer: string | null;
  last_setup_error: ErrorFields | null;
  payment_method: string | null;
};

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'failure_reason' | 'metadata' | 'reason' | 'status'
> & {
  balance_transaction: string | null;
  charge: string;
  failure_balance_transaction?: string;
  payment_intent: string;
};

export type Payout = Pick<
  Stripe.Payout,
  | 'id'
  | 'object'
  | 'amount'
  | 'arrival_date'
  | 'automatic'
  | 'created'
  | 'currency'
  | 'failure_code'
  | 'livemode'
  | 'method'
  | 'status'
  | 'type'
> & { balance_transaction: string; failure_balance_transaction: string | null };

export type TaxCalculation = Pick<
  Stripe.Tax.Calculation,
  'object' | 'amount_total' | 'currency' | 'livemode' | 'tax_amount_exclusive' | 'tax_amount_inclusive'
> & {
  id: string;
  created: number;
  expires_at: number;
  line_items: { object: 'list'; data: object[]; has_more: boolean; url: string };
};

export type TaxTransaction = Pick<
  Stripe.Tax.Transaction,
  'id' | 'object' | 'created' | 'currency' | 'livemode' | 'reference' | 'reversal' | 'type'
>;
export type Account = Pick<
  Stripe.Account,
  'id' | 'object' | 'charges_enabled' | 'country' | 'details_submitted' | 'email' | 'payouts_enabled'
> & {
  capabilities: { transfers?: 'active' | 'inactive' };
  created: number;
  metadata: Record<string, string>;
  requirements: { disabled_reason: string | null };
  type: 'express';
};

export type TransferReversal = Pick<
  Stripe.TransferReversal,
  'id' | 'object' | 'amount' | 'created' | 'currency'
> & {
  balance_transaction: string;
  metadata: Record<string, string>;
  transfer: string;
};

export type Transfer = Pick<
  Stripe.Transfer,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_reversed'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'reversed'
  | 'transfer_group'
> & {
  balance_transaction: string;
  destination: string;
  reversals: { object: 'list'; data: TransferReversal[]; has_more: boolean; url: string };
};

export type Bodies = {
  account: Account;
  balance_transaction: BalanceTransaction;
  charge: Charge;
  confirmation_token: ConfirmationToken;
  customer: Customer;
  dispute: Dispute;
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  payout: Payout;
  refund: Refund;
  setup_intent: SetupIntent;
  tax_calculation: TaxCalculation;
  tax_transaction: TaxTransaction;
  transfer: Transfer;
};

export type Kind = keyof Bodies;

export type ErrorFields = Pick<
  Stripe.PaymentIntent.LastPaymentError,
  'type' | 'code' | 'decline_code' | 'message' | 'param' | 'charge'
> & { payment_intent?: PaymentIntent; payment_method?: PaymentMethod };
