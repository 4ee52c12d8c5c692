import type Stripe from 'stripe';
import type { z } from 'zod';
import type { Call } from './call.ts';
import { isExpired, judgeSetup } from './card.rules.ts';
import { requireUsable } from './confirm-payment-intent.ts';
import { describeDecline, refuseCard } from './decline-card.ts';
import type { ErrorFields, SandboxError } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { flag, text, webUrl } from './params.ts';
import {
  createPaymentMethod,
  methodDataParams,
  recordAttachment,
  resolvePaymentMethod,
} from './payment-methods.ts';
import { moveSetupTo, requireSetupState, wrongSetupState } from './setup-intent.states.ts';
import { type Held, idOf, saveObject } from './store.ts';
import { getTestCard } from './test-cards.ts';

export const setupConfirmFields = {
  payment_method: text.optional(),
  payment_method_data: methodDataParams.optional(),
  return_url: webUrl.optional(),
  use_stripe_sdk: flag.optional(),
};

type ConfirmParams = z.output<z.ZodObject<typeof setupConfirmFields>>;
type Setup = { intent: Held<'setup_intent'>; method: Held<'payment_method'> };

export async function confirmSetupIntent(
  call: Call,
  intent: Held<'setup_intent'>,
  params: ConfirmParams,
): Promise<Stripe.SetupIntent> {
  requireSetupState(intent.body, 'confirmed');
  intent.hidden.isAuthenticated = false;
  if (params.return_url) intent.hidden.returnUrl = params.return_url;
  const method = await findMethod(call, intent.body, params);
  const failure = await attemptSetup(call, { intent, method });
  if (failure) throw failure;
  return intent.body;
}

async function findMethod(
  call: Call,
  intent: Stripe.SetupIntent,
  params: ConfirmParams,
): Promise<Held<'payment_method'>> {
  if (params.payment_method_data) return createPaymentMethod(call, params.payment_method_data);
  const id = params.payment_method ?? idOf(intent.payment_method);
  if (!id) {
    throw wrongSetupState(
      intent,
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
    );
  }
  const method = await resolvePaymentMethod(call, id);
  requireUsable(method, idOf(intent.customer));
  return method;
}

export async function attemptSetup(call: Call, setup: Setup): Promise<SandboxError | undefined> {
  const { intent, method } = setup;
  const { card } = method.body;
  intent.body.payment_method = method.body.id;
  intent.body.latest_attempt = newId('setatt');
  intent.body.next_action = null;
  intent.hidden.attempt = null;
  const verdict = judgeSetup(getTestCard(method.hidden.testCard), {
    isAuthenticated: intent.hidden.isAuthenticated,
    hasCvc: method.hidden.hasCvc,
    isExpired: card !== undefined && isExpired(card, call.now),
  });
  if (verdict === 'approved') {
    await saveCard(call, setup);
    return undefined;
  }
  if (verdict === 'authenticate') {
    await askForAuthentication(call, intent);
    return undefined;
  }
  await failSetup(call, setup, describeDecline(verdict.declined));
  return refuseCard(verdict.declined, { setup_intent: intent.body, payment_method: method.body });
}

async function saveCard(call: Call, { intent, method }: Setup): Promise<void> {
  moveSetupTo(intent.body, 'succeeded');
  intent.body.last_setup_error = null;
  method.hidden.isSetUp = intent.body.usage === 'off_session';
  await saveObject(call.tx, intent);
  const customer = idOf(intent.body.customer);
  if (customer && method.body.customer === null) await recordAttachment(call, method, customer);
  else await saveObject(call.tx, method);
  await emit(call, 'setup_intent.succeeded', intent.body);
}

async function askForAuthentication(call: Call, intent: Held<'setup_intent'>): Promise<void> {
  const attempt = newId('payatt');
  const url = `${call.browserUrl}/3ds/${intent.body.id}/${attempt}`;
  const { returnUrl } = intent.hidden;
  moveSetupTo(intent.body, 'requires_action');
  intent.hidden.attempt = attempt;
  intent.body.next_action = returnUrl
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: attempt },
      };
  await saveObject(call.tx, intent);
  await emit(call, 'setup_intent.requires_action', intent.body);
}

async function failSetup(call: Call, { intent, method }: Setup, error: ErrorFields): Promise<void> {
  moveSetupTo(intent.body, 'requires_payment_method');
  intent.body.payment_method = null;
  intent.body.next_action = null;
  intent.body.last_setup_error = { ...error, payment_method: method.body };
  intent.hidden.attempt = null;
  await saveObject(call.tx, intent);
  await emit(call, 'setup_intent.setup_failed', intent.body);
}

export function failSetupAuthentication(call: Call, setup: Setup): Promise<void> {
  return failSetup(call, setup, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'The latest attempt to set up the payment method has failed because authentication failed. You can provide a new payment method to try again.',
  });
}
