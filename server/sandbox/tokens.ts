import type Stripe from 'stripe';
import { z } from 'zod';
import { type Call, operation, unixSeconds } from './call.ts';
import { invalidRequest, noSuchObject } from './errors.ts';
import { newId } from './ids.ts';
import { paramsFor } from './params.ts';
import { checksOf, fingerprintOf, NO_BILLING_DETAILS } from './payment-method.object.ts';
import { cardNumberParams, type ReadCard, readCard } from './read-card.ts';
import { findObject, getObject, type Held, insertObject, saveObject } from './store.ts';
import { getTestCard } from './test-cards.ts';

const createParams = paramsFor<Stripe.TokenCreateParams>()({ card: cardNumberParams });

async function createToken(call: Call, params: z.output<typeof createParams>): Promise<Stripe.Token> {
  const token = buildToken(call, readCard(params.card, call.now));
  await insertObject(call.tx, 'token', token, token.body.created);
  return token.body;
}

function buildToken(call: Call, read: ReadCard): Held<'token'> {
  const checks = checksOf(read, NO_BILLING_DETAILS);
  const card: Stripe.Card = {
    id: newId('card'),
    object: 'card',
    address_city: null,
    address_country: null,
    address_line1: null,
    address_line1_check: checks.address_line1_check,
    address_line2: null,
    address_state: null,
    address_zip: null,
    address_zip_check: checks.address_postal_code_check,
    brand: read.card.brand,
    country: read.card.country,
    cvc_check: checks.cvc_check,
    dynamic_last4: null,
    exp_month: read.exp_month,
    exp_year: read.exp_year,
    fingerprint: fingerprintOf(read.card),
    funding: read.card.funding,
    last4: read.card.number.slice(-4),
    metadata: {},
    name: null,
    regulated_status: 'unregulated',
    tokenization_method: null,
  };
  const body: Stripe.Token = {
    id: newId('tok'),
    object: 'token',
    card,
    client_ip: null,
    created: unixSeconds(call.now),
    livemode: false,
    type: 'card',
    used: false,
  };
  return { body, hidden: { testCard: read.card.name, hasCvc: read.hasCvc } };
}

/** A token becomes one payment method, once. */
export async function spendToken(call: Call, id: string): Promise<ReadCard> {
  const token = await findObject(call.tx, 'token', id, { lock: true });
  if (!token?.body.card) throw noSuchObject('token', id, 'card[token]');
  if (token.body.used) {
    throw invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, { param: 'card[token]' });
  }
  token.body.used = true;
  await saveObject(call.tx, token);
  const { exp_month, exp_year } = token.body.card;
  return { card: getTestCard(token.hidden.testCard), exp_month, exp_year, hasCvc: token.hidden.hasCvc };
}

export const browserTokenOperations = [
  operation('tokens.create', 'POST', '/v1/tokens', createParams, createToken),
];

export const tokenOperations = [
  ...browserTokenOperations,
  operation('tokens.retrieve', 'GET', '/v1/tokens/:id', z.strictObject({}), async (call, _params, id) => {
    return (await getObject(call.tx, 'token', id)).body;
  }),
];
