import type Stripe from 'stripe';
import { z } from 'zod';
import {
  type Call,
  flag,
  metadata,
  newClientSecret,
  newId,
  operation,
  pageShape,
  paramsFor,
  positiveInteger,
  text,
  unixSeconds,
} from './call.ts';
import { checkAmount } from './cards.ts';
import { confirmedWith } from './confirmation-tokens.ts';
import { emit } from './events.ts';
import type { PaymentIntent } from './objects.ts';
import { attemptPayment, cancelPaymentIntent, capturePaymentIntent } from './pay.ts';
import { requireUsable } from './payment-methods.ts';
import { getObject, type Held, insertObject, listing, retrievingBySecret } from './store.ts';

/** The provider refuses a suffix with other characters, without a letter, or too long for a statement. */
const statementSuffix = z
  .string()
  .max(22)
  .regex(/[A-Za-z]/)
  .regex(/^[^<>\\'"*]+$/);

const createParams = paramsFor<Stripe.PaymentIntentCreateParams>()({
  amount: positiveInteger,
  currency: text,
  allowed_payment_method_types: z
    .array(z.enum(['card', 'link']))
    .min(1)
    .max(2),
  capture_method: z.enum(['automatic', 'manual']).optional(),
  confirm: z.literal('true'),
  confirmation_token: text.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_method: text.optional(),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({ request_three_d_secure: z.enum(['any', 'automatic', 'challenge']) }),
    })
    .optional(),
  return_url: z.url({ protocol: /^https?$/ }).optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
  statement_descriptor_suffix: statementSuffix.optional(),
});
/** What is not captured is released. */
const captureParams = paramsFor<Stripe.PaymentIntentCaptureParams>()({
  amount_to_capture: positiveInteger.optional(),
});
const cancelParams = paramsFor<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const listParams = paramsFor<Stripe.PaymentIntentListParams>()({ ...pageShape, customer: text.optional() });
const retrieveParams = paramsFor<Stripe.PaymentIntentRetrieveParams>()({
  expand: z.array(z.literal('latest_charge')).optional(),
});

async function createPaymentIntent(
  call: Call,
  params: z.output<typeof createParams>,
): Promise<PaymentIntent> {
  if (params.customer) await getObject(call.tx, 'customer', params.customer);
  const intent = buildPaymentIntent(call, params);
  const { method, ...confirmed } = await confirmedWith(call, params, { payment_intent: intent.body.id });
  requireUsable(method, params.customer ?? null);
  intent.hidden = { ...intent.hidden, ...confirmed };
  await insertObject(call.tx, 'payment_intent', intent);
  await emit(call, 'payment_intent.created', intent.body);
  const declined = await attemptPayment(call, { intent, method });
  if (declined) throw declined;
  return intent.body;
}

function buildPaymentIntent(call: Call, params: z.output<typeof createParams>): Held<'payment_intent'> {
  const id = newId('pi');
  return {
    body: {
      id,
      object: 'payment_intent',
      amount: params.amount,
      amount_capturable: 0,
      amount_received: 0,
      cancellation_reason: null,
      capture_method: params.capture_method ?? 'automatic',
      client_secret: newClientSecret(id),
      created: unixSeconds(call.now),
      currency: checkAmount(params.amount, params.currency),
      customer: params.customer ?? null,
      description: params.description ?? null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: params.metadata ?? {},
      next_action: null,
      payment_method: null,
      setup_future_usage: params.setup_future_usage ?? null,
      statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
      status: 'requires_payment_method',
    },
    hidden: {
      returnUrl: params.return_url ?? null,
      offSession: params.off_session ?? false,
      attempt: null,
      isAuthenticated: false,
      asksBank: (params.payment_method_options?.card.request_three_d_secure ?? 'automatic') !== 'automatic',
      usesScript: false,
    },
  };
}

async function retrievePaymentIntent(call: Call, params: z.output<typeof retrieveParams>, id: string) {
  const { body } = await getObject(call.tx, 'payment_intent', id);
  if (!params.expand || body.latest_charge === null) return body;
  const { body: charge } = await getObject(call.tx, 'charge', body.latest_charge);
  return { ...body, latest_charge: charge };
}

const path = '/v1/payment_intents';

export const paymentIntentOperations = [
  operation('paymentIntents.create', 'POST', path, createParams, createPaymentIntent),
  listing('paymentIntents.list', path, 'payment_intent', listParams),
  operation('paymentIntents.retrieve', 'GET', `${path}/:id`, retrieveParams, retrievePaymentIntent),
  operation('paymentIntents.capture', 'POST', `${path}/:id/capture`, captureParams, (call, params, id) =>
    capturePaymentIntent(call, id, params.amount_to_capture),
  ),
  operation('paymentIntents.cancel', 'POST', `${path}/:id/cancel`, cancelParams, (call, params, id) =>
    cancelPaymentIntent(call, id, params.cancellation_reason ?? null),
  ),
];

export const browserPaymentOperations = [
  retrievingBySecret('paymentIntents.retrieve', path, 'payment_intent'),
];
