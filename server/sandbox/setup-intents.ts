import type Stripe from 'stripe';
import { z } from 'zod';
import { type Call, operation, unixSeconds } from './call.ts';
import { requireUsable } from './confirm-payment-intent.ts';
import { confirmSetupIntent, setupConfirmFields } from './confirm-setup-intent.ts';
import { noSuchObject } from './errors.ts';
import { emit } from './events.ts';
import { newClientSecret, newId } from './ids.ts';
import { listObjects } from './list.ts';
import { mergeMetadata } from './metadata.ts';
import { flag, metadata, pageShape, paramsFor, text } from './params.ts';
import { resolvePaymentMethod } from './payment-methods.ts';
import { moveSetupTo, requireSetupState } from './setup-intent.states.ts';
import { findObject, getObject, type Held, idOf, insertObject, lockObject, saveObject } from './store.ts';

const createParams = paramsFor<Stripe.SetupIntentCreateParams>()({
  ...setupConfirmFields,
  allowed_payment_method_types: z.array(z.literal('card')).min(1).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  confirm: flag.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  usage: z.enum(['off_session', 'on_session']).optional(),
});
const confirmParams = paramsFor<Stripe.SetupIntentConfirmParams>()(setupConfirmFields);
const cancelParams = paramsFor<Stripe.SetupIntentCancelParams>()({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional(),
});
const listParams = paramsFor<Stripe.SetupIntentListParams>()({
  ...pageShape,
  customer: text.optional(),
  payment_method: text.optional(),
});

async function createSetupIntent(
  call: Call,
  params: z.output<typeof createParams>,
): Promise<Stripe.SetupIntent> {
  if (params.customer) {
    const customer = await findObject(call.tx, 'customer', params.customer);
    if (!customer || customer.body.deleted) throw noSuchObject('customer', params.customer, 'customer');
  }
  const body = buildSetupIntent(call, params);
  const hidden = { returnUrl: null, offSession: false, attempt: null, isAuthenticated: false };
  const intent: Held<'setup_intent'> = { body, hidden };
  await insertObject(call.tx, 'setup_intent', intent, body.created);
  await emit(call, 'setup_intent.created', body);
  if (params.confirm) return confirmSetupIntent(call, intent, params);
  if (params.payment_method) {
    const method = await resolvePaymentMethod(call, params.payment_method);
    requireUsable(method, idOf(body.customer));
    body.payment_method = method.body.id;
    moveSetupTo(body, 'requires_confirmation');
    await saveObject(call.tx, intent);
  }
  return body;
}

function buildSetupIntent(call: Call, params: z.output<typeof createParams>): Stripe.SetupIntent {
  const id = newId('seti');
  const automatic = params.automatic_payment_methods;
  const isAutomatic = automatic?.enabled ?? params.allowed_payment_method_types === undefined;
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: isAutomatic
      ? { enabled: true, allow_redirects: automatic?.allow_redirects ?? 'always' }
      : null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: unixSeconds(call.now),
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  };
}

async function cancelSetupIntent(call: Call, params: z.output<typeof cancelParams>, id: string) {
  const intent = await lockObject(call.tx, 'setup_intent', id);
  requireSetupState(intent.body, 'canceled');
  moveSetupTo(intent.body, 'canceled');
  intent.body.cancellation_reason = params.cancellation_reason ?? null;
  intent.body.next_action = null;
  intent.hidden.attempt = null;
  await saveObject(call.tx, intent);
  await emit(call, 'setup_intent.canceled', intent.body);
  return intent.body;
}

const path = '/v1/setup_intents';

export const setupIntentOperations = [
  operation('setupIntents.create', 'POST', path, createParams, createSetupIntent),
  operation('setupIntents.list', 'GET', path, listParams, (call, params) =>
    listObjects(call, 'setup_intent', path, params, {
      customer: params.customer,
      payment_method: params.payment_method,
    }),
  ),
  operation('setupIntents.retrieve', 'GET', `${path}/:id`, z.strictObject({}), async (call, _params, id) => {
    return (await getObject(call.tx, 'setup_intent', id)).body;
  }),
  operation('setupIntents.confirm', 'POST', `${path}/:id/confirm`, confirmParams, async (call, params, id) =>
    confirmSetupIntent(call, await lockObject(call.tx, 'setup_intent', id), params),
  ),
  operation('setupIntents.cancel', 'POST', `${path}/:id/cancel`, cancelParams, cancelSetupIntent),
];

async function openIntent(call: Call, id: string, clientSecret: string): Promise<Held<'setup_intent'>> {
  const intent = await lockObject(call.tx, 'setup_intent', id);
  if (intent.body.client_secret !== clientSecret) throw noSuchObject('setup_intent', id, 'intent');
  return intent;
}

/** What the browser sees of a setup: no customer, no metadata. */
export function browserSetupView(intent: Stripe.SetupIntent): Partial<Stripe.SetupIntent> {
  const { customer: _customer, metadata: _metadata, latest_attempt: _attempt, ...seen } = intent;
  return seen;
}

export const browserSetupOperations = [
  operation(
    'setupIntents.retrieve',
    'GET',
    `${path}/:id`,
    z.strictObject({ client_secret: text }),
    async (call, params, id) => browserSetupView((await openIntent(call, id, params.client_secret)).body),
  ),
  operation(
    'setupIntents.confirm',
    'POST',
    `${path}/:id/confirm`,
    z.strictObject({ ...setupConfirmFields, client_secret: text }),
    async (call, { client_secret: clientSecret, ...params }, id) =>
      browserSetupView(await confirmSetupIntent(call, await openIntent(call, id, clientSecret), params)),
  ),
];
