import type Stripe from 'stripe';
import { z } from 'zod';
import {
  type Call,
  describeDecline,
  flag,
  metadata,
  newClientSecret,
  newId,
  operation,
  paramsFor,
  refuseCard,
  text,
  unixSeconds,
} from './call.ts';
import { getTestCard, isExpired, judgePayment } from './cards.ts';
import { confirmedWith } from './confirmation-tokens.ts';
import { emit } from './events.ts';
import { askBank } from './pay.ts';
import { keepMethod, requireUsable } from './payment-methods.ts';
import { getObject, type Held, insertObject, retrieving, retrievingBySecret, saveObject } from './store.ts';

const createParams = paramsFor<Stripe.SetupIntentCreateParams>()({
  allowed_payment_method_types: z
    .array(z.enum(['card', 'link']))
    .min(1)
    .max(2),
  confirm: z.literal('true'),
  confirmation_token: text.optional(),
  customer: text,
  metadata: metadata.optional(),
  payment_method: text.optional(),
  return_url: z.url({ protocol: /^https?$/ }).optional(),
  usage: z.enum(['off_session', 'on_session']).optional(),
  use_stripe_sdk: flag.optional(),
});

async function createSetupIntent(call: Call, params: z.output<typeof createParams>) {
  await getObject(call.tx, 'customer', params.customer);
  const id = newId('seti');
  const { method, returnUrl, usesScript } = await confirmedWith(call, params, { setup_intent: id });
  requireUsable(method, params.customer);
  const intent: Held<'setup_intent'> = {
    body: {
      id,
      object: 'setup_intent',
      client_secret: newClientSecret(id),
      created: unixSeconds(call.now),
      customer: params.customer,
      last_setup_error: null,
      livemode: false,
      metadata: params.metadata ?? {},
      next_action: null,
      payment_method: method.body.id,
      status: 'requires_payment_method',
      usage: params.usage ?? 'off_session',
    },
    hidden: { returnUrl, attempt: null, usesScript },
  };
  await insertObject(call.tx, 'setup_intent', intent);
  await emit(call, 'setup_intent.created', intent.body);
  await attemptSetup(call, intent, method);
  return intent.body;
}

async function attemptSetup(call: Call, intent: Held<'setup_intent'>, method: Held<'payment_method'>) {
  const card = getTestCard(method.hidden.testCard);
  const verdict = judgePayment(
    { ...card, decline: card.canBeAttached ? undefined : card.decline },
    { isOffSession: false, isAuthenticated: false, isExpired: isExpired(method.body.card, call.now) },
  );
  if (typeof verdict === 'object') {
    const { declined } = verdict;
    await failSetup(call, intent, { ...describeDecline(declined), payment_method: method.body });
    throw refuseCard(declined, { payment_method: method.body });
  }
  if (verdict === 'approved') return completeSetup(call, intent, method);
  const attempt = newId('setatt');
  intent.hidden.attempt = attempt;
  intent.body.status = 'requires_action';
  intent.body.next_action = askBank(call, intent.body.id, intent.hidden, attempt);
  await saveObject(call.tx, intent);
  await emit(call, 'setup_intent.requires_action', intent.body);
}

export async function completeSetup(
  call: Call,
  intent: Held<'setup_intent'>,
  method: Held<'payment_method'>,
): Promise<void> {
  intent.hidden.attempt = null;
  Object.assign(intent.body, { status: 'succeeded', next_action: null, last_setup_error: null });
  await saveObject(call.tx, intent);
  if (method.body.customer === null) await keepMethod(call, method, intent.body.customer ?? '');
  await emit(call, 'setup_intent.succeeded', intent.body);
}

export async function failSetup(
  call: Call,
  intent: Held<'setup_intent'>,
  error: NonNullable<Held<'setup_intent'>['body']['last_setup_error']>,
): Promise<void> {
  intent.hidden.attempt = null;
  Object.assign(intent.body, {
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_setup_error: error,
  });
  await saveObject(call.tx, intent);
  await emit(call, 'setup_intent.setup_failed', intent.body);
}

const path = '/v1/setup_intents';

export const setupIntentOperations = [
  operation('setupIntents.create', 'POST', path, createParams, createSetupIntent),
  retrieving('setupIntents.retrieve', path, 'setup_intent'),
];

export const browserSetupOperations = [retrievingBySecret('setupIntents.retrieve', path, 'setup_intent')];
