import { z } from 'zod';
import { type Call, invalidRequest, newId, operation, unixSeconds } from './call.ts';
import { cardNumberParams, readCard } from './cards.ts';
import type { ConfirmationToken } from './objects.ts';
import { createPaymentMethod, resolvePaymentMethod } from './payment-methods.ts';
import { type Held, insertObject, lockObject, retrieving, saveObject } from './store.ts';

const LIFE_SECONDS = 12 * 3600;

/** The request that Stripe.js makes for `createConfirmationToken`. */
const createParams = z.strictObject({
  payment_method_data: z.strictObject({
    type: z.literal('card'),
    card: cardNumberParams.extend({ wallet: z.enum(['apple_pay', 'google_pay', 'link']).optional() }),
  }),
  return_url: z.url({ protocol: /^https?$/ }).optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
});

async function createConfirmationToken(call: Call, params: z.output<typeof createParams>) {
  const { wallet, ...typed } = params.payment_method_data.card;
  const method = await createPaymentMethod(call, readCard(typed, call.now));
  if (wallet) {
    method.body.card.wallet = { type: wallet, dynamic_last4: null };
    await saveObject(call.tx, method);
  }
  const body: ConfirmationToken = {
    id: newId('ctoken'),
    object: 'confirmation_token',
    created: unixSeconds(call.now),
    expires_at: unixSeconds(call.now) + LIFE_SECONDS,
    livemode: false,
    payment_intent: null,
    payment_method_preview: { type: 'card', card: method.body.card, customer: null },
    return_url: params.return_url ?? null,
    setup_future_usage: params.setup_future_usage ?? null,
    setup_intent: null,
    use_stripe_sdk: true,
  };
  await insertObject(call.tx, 'confirmation_token', { body, hidden: { methodId: method.body.id } });
  return body;
}

type Confirmation = {
  confirmation_token?: string | undefined;
  payment_method?: string | undefined;
  return_url?: string | undefined;
  setup_future_usage?: string | undefined;
};

/** An intent is confirmed with a token of the browser or with a payment method. */
export async function confirmedWith(
  call: Call,
  params: Confirmation,
  intent: { payment_intent: string } | { setup_intent: string },
): Promise<{ method: Held<'payment_method'>; returnUrl: string | null; usesScript: boolean }> {
  const { confirmation_token: tokenId, payment_method: methodId, return_url: returnUrl = null } = params;
  if ((tokenId === undefined) === (methodId === undefined)) {
    throw invalidRequest('Pass either payment_method or confirmation_token.');
  }
  if (tokenId === undefined) {
    return { method: await resolvePaymentMethod(call, methodId ?? ''), returnUrl, usesScript: false };
  }
  const token = await lockObject(call.tx, 'confirmation_token', tokenId);
  requireFresh(call, token.body);
  if (
    'payment_intent' in intent &&
    params.setup_future_usage !== (token.body.setup_future_usage ?? undefined)
  ) {
    throw invalidRequest(
      `Payment details were collected through Stripe Elements using setup_future_usage ${token.body.setup_future_usage} and cannot be confirmed with ${params.setup_future_usage}.`,
    );
  }
  Object.assign(token.body, intent);
  await saveObject(call.tx, token);
  return {
    method: await lockObject(call.tx, 'payment_method', token.hidden.methodId),
    returnUrl: returnUrl ?? token.body.return_url,
    usesScript: token.body.use_stripe_sdk,
  };
}

function requireFresh(call: Call, token: ConfirmationToken): void {
  if (token.payment_intent !== null || token.setup_intent !== null) {
    throw invalidRequest('This ConfirmationToken has already been used.');
  }
  if (unixSeconds(call.now) >= (token.expires_at ?? 0)) {
    throw invalidRequest('This ConfirmationToken has expired.');
  }
}

const path = '/v1/confirmation_tokens';

export const confirmationTokenOperations = [
  retrieving('confirmationTokens.retrieve', path, 'confirmation_token'),
];

export const browserTokenOperations = [
  operation('confirmationTokens.create', 'POST', path, createParams, createConfirmationToken),
];
