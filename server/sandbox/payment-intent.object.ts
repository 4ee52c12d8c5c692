import type Stripe from 'stripe';
import { type Call, unixSeconds } from './call.ts';
import { newClientSecret, newId } from './ids.ts';

type CaptureMethod = 'automatic' | 'automatic_async' | 'manual';

export type NewPaymentIntent = {
  amount: number;
  currency: string;
  allowedTypes: string[] | null;
  automaticMethods: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
  captureMethod: CaptureMethod;
  confirmationMethod: 'automatic' | 'manual';
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  setupFutureUsage: 'off_session' | 'on_session' | null;
  statementDescriptor: string | null;
  statementDescriptorSuffix: string | null;
  transferGroup: string | null;
  requestThreeDSecure: string;
};

export function buildPaymentIntent(call: Call, given: NewPaymentIntent): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: given.allowedTypes,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: given.automaticMethods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: given.captureMethod,
    client_secret: newClientSecret(id),
    confirmation_method: given.confirmationMethod,
    created: unixSeconds(call.now),
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: given.requestThreeDSecure,
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: given.receiptEmail,
    review: null,
    setup_future_usage: given.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: given.statementDescriptor,
    statement_descriptor_suffix: given.statementDescriptorSuffix,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: given.transferGroup,
  };
}

/** What a publishable key and the client secret may see: no customer, metadata or charge. */
const BROWSER_FIELDS = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'status',
] as const satisfies (keyof Stripe.PaymentIntent)[];

export function browserView(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  return Object.fromEntries(BROWSER_FIELDS.map((field) => [field, intent[field]]));
}
