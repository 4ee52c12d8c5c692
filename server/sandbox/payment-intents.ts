import type Stripe from 'stripe';
import { z } from 'zod';
import { type Call, operation } from './call.ts';
import { captureParams, capturePaymentIntent } from './capture-payment-intent.ts';
import {
  applyCardOptions,
  browserConfirmFields,
  cardOptionsParams,
  confirmFields,
  confirmPaymentIntent,
  requireUsable,
} from './confirm-payment-intent.ts';
import { checkAmount } from './currencies.ts';
import { invalidRequest, noSuchObject } from './errors.ts';
import { emit } from './events.ts';
import { listObjects } from './list.ts';
import { mergeMetadata } from './metadata.ts';
import { emptyable, flag, metadata, pageShape, paramsFor, positiveInteger, text } from './params.ts';
import { browserView, buildPaymentIntent } from './payment-intent.object.ts';
import { moveTo, requireState } from './payment-intent.states.ts';
import { createPaymentMethod, resolvePaymentMethod } from './payment-methods.ts';
import { endIntent } from './release-hold.ts';
import { findObject, getObject, type Held, idOf, insertObject, lockObject, saveObject } from './store.ts';

const shared = {
  customer: text.optional(),
  description: text.optional(),
  receipt_email: text.optional(),
  statement_descriptor: text.optional(),
  statement_descriptor_suffix: text.optional(),
  transfer_group: text.optional(),
};

const createParams = paramsFor<Stripe.PaymentIntentCreateParams>()({
  ...shared,
  ...confirmFields,
  amount: positiveInteger,
  currency: text,
  allowed_payment_method_types: z.array(z.literal('card')).min(1).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).optional(),
  confirm: flag.optional(),
  confirmation_method: z.enum(['automatic', 'manual']).optional(),
  metadata: metadata.optional(),
});
const updateParams = paramsFor<Stripe.PaymentIntentUpdateParams>()({
  ...shared,
  amount: positiveInteger.optional(),
  currency: text.optional(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_options: cardOptionsParams.optional(),
  setup_future_usage: emptyable(z.enum(['off_session', 'on_session'])).optional(),
});
const confirmParams = paramsFor<Stripe.PaymentIntentConfirmParams>()(confirmFields);
const cancelParams = paramsFor<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const listParams = paramsFor<Stripe.PaymentIntentListParams>()({ ...pageShape, customer: text.optional() });

async function createPaymentIntent(
  call: Call,
  params: z.output<typeof createParams>,
): Promise<Stripe.PaymentIntent> {
  const currency = checkAmount(params.amount, params.currency);
  if (params.customer) await requireCustomer(call, params.customer);
  if (!params.confirm) refuseWithoutConfirm(params);
  const automatic = params.automatic_payment_methods;
  const isAutomatic = automatic?.enabled ?? params.allowed_payment_method_types === undefined;
  const body = buildPaymentIntent(call, {
    amount: params.amount,
    currency,
    allowedTypes: params.allowed_payment_method_types ?? null,
    automaticMethods: isAutomatic
      ? { enabled: true, allow_redirects: automatic?.allow_redirects ?? 'always' }
      : null,
    captureMethod: params.capture_method ?? 'automatic_async',
    confirmationMethod: params.confirmation_method ?? 'automatic',
    customer: params.customer ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    receiptEmail: params.receipt_email ?? null,
    setupFutureUsage: params.setup_future_usage ?? null,
    statementDescriptor: params.statement_descriptor ?? null,
    statementDescriptorSuffix: params.statement_descriptor_suffix ?? null,
    transferGroup: params.transfer_group ?? null,
    requestThreeDSecure: params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
  });
  const hidden = { returnUrl: null, offSession: false, attempt: null, isAuthenticated: false };
  const intent: Held<'payment_intent'> = { body, hidden };
  await insertObject(call.tx, 'payment_intent', intent, body.created);
  await emit(call, 'payment_intent.created', body);
  if (params.confirm) return confirmPaymentIntent(call, intent, params);
  if (params.payment_method_data) {
    await useMethod(call, intent, await createPaymentMethod(call, params.payment_method_data));
  } else if (params.payment_method) {
    await useMethod(call, intent, await resolvePaymentMethod(call, params.payment_method));
  }
  return body;
}

function refuseWithoutConfirm(params: z.output<typeof createParams>): void {
  for (const name of ['off_session', 'error_on_requires_action', 'return_url'] as const) {
    if (params[name] === undefined) continue;
    throw invalidRequest(`The parameter \`${name}\` may only be provided when \`confirm=true\`.`, {
      param: name,
    });
  }
}

async function useMethod(
  call: Call,
  intent: Held<'payment_intent'>,
  method: Held<'payment_method'>,
): Promise<void> {
  requireUsable(method, idOf(intent.body.customer));
  intent.body.payment_method = method.body.id;
  intent.body.next_action = null;
  intent.hidden.attempt = null;
  moveTo(intent.body, 'requires_confirmation');
  await saveObject(call.tx, intent);
}

async function requireCustomer(call: Call, id: string): Promise<void> {
  const customer = await findObject(call.tx, 'customer', id);
  if (!customer || customer.body.deleted) throw noSuchObject('customer', id, 'customer');
}

async function updatePaymentIntent(call: Call, params: z.output<typeof updateParams>, id: string) {
  const intent = await lockObject(call.tx, 'payment_intent', id);
  const { body } = intent;
  const { metadata: changes, description, ...rest } = params;
  if (Object.values(rest).some((value) => value !== undefined)) requireState(body, 'updated');
  if (params.customer) await requireCustomer(call, params.customer);
  body.amount = params.amount ?? body.amount;
  body.currency = checkAmount(body.amount, params.currency ?? body.currency);
  body.customer = params.customer ?? body.customer;
  body.description = description ?? body.description;
  body.metadata = mergeMetadata(body.metadata, changes);
  body.capture_method = params.capture_method ?? body.capture_method;
  body.receipt_email = params.receipt_email ?? body.receipt_email;
  body.statement_descriptor = params.statement_descriptor ?? body.statement_descriptor;
  body.statement_descriptor_suffix = params.statement_descriptor_suffix ?? body.statement_descriptor_suffix;
  body.transfer_group = params.transfer_group ?? body.transfer_group;
  if (params.setup_future_usage !== undefined) body.setup_future_usage = params.setup_future_usage;
  applyCardOptions(body, params.payment_method_options);
  await saveObject(call.tx, intent);
  if (params.payment_method) {
    await useMethod(call, intent, await resolvePaymentMethod(call, params.payment_method));
  }
  return body;
}

async function cancelPaymentIntent(call: Call, params: z.output<typeof cancelParams>, id: string) {
  const intent = await lockObject(call.tx, 'payment_intent', id);
  requireState(intent.body, 'canceled');
  await endIntent(call, intent, params.cancellation_reason ?? null);
  return intent.body;
}

const path = '/v1/payment_intents';

export const paymentIntentOperations = [
  operation('paymentIntents.create', 'POST', path, createParams, createPaymentIntent),
  operation('paymentIntents.list', 'GET', path, listParams, (call, params) =>
    listObjects(call, 'payment_intent', path, params, { customer: params.customer }),
  ),
  operation(
    'paymentIntents.retrieve',
    'GET',
    `${path}/:id`,
    z.strictObject({}),
    async (call, _params, id) => {
      return (await getObject(call.tx, 'payment_intent', id)).body;
    },
  ),
  operation('paymentIntents.update', 'POST', `${path}/:id`, updateParams, updatePaymentIntent),
  operation(
    'paymentIntents.confirm',
    'POST',
    `${path}/:id/confirm`,
    confirmParams,
    async (call, params, id) =>
      confirmPaymentIntent(call, await lockObject(call.tx, 'payment_intent', id), params),
  ),
  operation('paymentIntents.capture', 'POST', `${path}/:id/capture`, captureParams, capturePaymentIntent),
  operation('paymentIntents.cancel', 'POST', `${path}/:id/cancel`, cancelParams, cancelPaymentIntent),
];

/** The intent, for whoever holds its client secret. */
async function openIntent(call: Call, id: string, clientSecret: string): Promise<Held<'payment_intent'>> {
  const intent = await lockObject(call.tx, 'payment_intent', id);
  if (intent.body.client_secret !== clientSecret) throw noSuchObject('payment_intent', id, 'intent');
  return intent;
}

export const browserPaymentOperations = [
  operation(
    'paymentIntents.retrieve',
    'GET',
    `${path}/:id`,
    z.strictObject({ client_secret: text }),
    async (call, params, id) => browserView((await openIntent(call, id, params.client_secret)).body),
  ),
  operation(
    'paymentIntents.confirm',
    'POST',
    `${path}/:id/confirm`,
    z.strictObject({ ...browserConfirmFields, client_secret: text }),
    async (call, { client_secret: clientSecret, ...params }, id) =>
      browserView(await confirmPaymentIntent(call, await openIntent(call, id, clientSecret), params)),
  ),
];
