import type Stripe from 'stripe';
import { z } from 'zod';
import type { Call } from './call.ts';
import { invalidRequest } from './errors.ts';
import { flag, text, webUrl } from './params.ts';
import { attemptPayment } from './pay.ts';
import { requireState, wrongState } from './payment-intent.states.ts';
import { createPaymentMethod, methodDataParams, resolvePaymentMethod } from './payment-methods.ts';
import { type Held, idOf } from './store.ts';

export const cardOptionsParams = z.strictObject({
  card: z
    .strictObject({ request_three_d_secure: z.enum(['any', 'automatic', 'challenge']).optional() })
    .optional(),
});

const futureUsage = z.enum(['off_session', 'on_session']);

/** What a confirmation takes, whether it comes with its own call, with `create` or from the browser. */
export const browserConfirmFields = {
  payment_method: text.optional(),
  payment_method_data: methodDataParams.optional(),
  return_url: webUrl.optional(),
  setup_future_usage: futureUsage.optional(),
  use_stripe_sdk: flag.optional(),
};
export const confirmFields = {
  ...browserConfirmFields,
  error_on_requires_action: flag.optional(),
  off_session: flag.optional(),
  payment_method_options: cardOptionsParams.optional(),
};

export type ConfirmParams = z.output<z.ZodObject<typeof confirmFields>>;

export async function confirmPaymentIntent(
  call: Call,
  intent: Held<'payment_intent'>,
  params: ConfirmParams,
): Promise<Stripe.PaymentIntent> {
  requireConfirmable(intent.body);
  intent.hidden.offSession = params.off_session ?? false;
  intent.hidden.isAuthenticated = false;
  if (params.return_url) intent.hidden.returnUrl = params.return_url;
  if (params.setup_future_usage) intent.body.setup_future_usage = params.setup_future_usage;
  applyCardOptions(intent.body, params.payment_method_options);
  requireReturnUrl(intent);
  const method = await findMethod(call, intent.body, params);
  const failure = await attemptPayment(
    call,
    { intent, method },
    { failsOnAction: params.error_on_requires_action ?? false },
  );
  if (failure) throw failure;
  return intent.body;
}

function requireConfirmable(intent: Stripe.PaymentIntent): void {
  if (intent.status === 'succeeded') {
    throw wrongState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  }
  requireState(intent, 'confirmed');
}

export function applyCardOptions(
  intent: Stripe.PaymentIntent,
  options: z.output<typeof cardOptionsParams> | undefined,
): void {
  const stepUp = options?.card?.request_three_d_secure;
  const card = intent.payment_method_options?.card;
  if (stepUp && card) card.request_three_d_secure = stepUp;
}

function requireReturnUrl({ body, hidden }: Held<'payment_intent'>): void {
  const mayRedirect =
    body.automatic_payment_methods?.enabled && body.automatic_payment_methods.allow_redirects !== 'never';
  if (!mayRedirect || hidden.returnUrl || hidden.offSession) return;
  throw invalidRequest(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    { payment_intent: body },
  );
}

async function findMethod(
  call: Call,
  intent: Stripe.PaymentIntent,
  params: ConfirmParams,
): Promise<Held<'payment_method'>> {
  if (params.payment_method_data) return createPaymentMethod(call, params.payment_method_data);
  const id = params.payment_method ?? idOf(intent.payment_method);
  if (!id) {
    throw wrongState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    );
  }
  const method = await resolvePaymentMethod(call, id);
  requireUsable(method, idOf(intent.customer));
  return method;
}

export function requireUsable(method: Held<'payment_method'>, customer: string | null): void {
  if (method.hidden.isSpent) {
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    );
  }
  const owner = idOf(method.body.customer);
  if (owner !== null && owner !== customer) {
    throw invalidRequest(
      `The provided PaymentMethod (${method.body.id}) is attached to a Customer. You must provide that Customer's ID with the intent that uses it.`,
      { param: 'payment_method' },
    );
  }
}
