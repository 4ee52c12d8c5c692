import type Stripe from 'stripe';
import { z } from 'zod';
import { type Call, operation } from './call.ts';
import { isExpired, judgeSetup } from './card.rules.ts';
import { refuseCard } from './decline-card.ts';
import { invalidRequest, noSuchObject, unexpectedState } from './errors.ts';
import { emit } from './events.ts';
import { listObjects } from './list.ts';
import { mergeMetadata } from './metadata.ts';
import { address, metadata, paramsFor, text, windowShape } from './params.ts';
import {
  type BillingDetails,
  buildPaymentMethod,
  cardOfToken,
  NO_BILLING_DETAILS,
} from './payment-method.object.ts';
import { cardNumberParams, type ReadCard, readCard } from './read-card.ts';
import { findObject, getObject, type Held, insertObject, lockObject, saveObject } from './store.ts';
import { findCardByToken, getTestCard } from './test-cards.ts';
import { spendToken } from './tokens.ts';

const billingDetailsParams = z.strictObject({
  address: address.optional(),
  email: z.string().max(512).optional(),
  name: z.string().max(256).optional(),
  phone: z.string().max(32).optional(),
});
const cardParams = z.union([z.strictObject({ token: text }), cardNumberParams]);
const methodFields = {
  type: z.literal('card'),
  card: cardParams,
  billing_details: billingDetailsParams.optional(),
  metadata: metadata.optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
};

/** Also the inline `payment_method_data` of an intent. */
export const methodDataParams = z.strictObject(methodFields);
const createParams = paramsFor<Stripe.PaymentMethodCreateParams>()(methodFields);
const attachParams = paramsFor<Stripe.PaymentMethodAttachParams>()({ customer: text });
const listParams = paramsFor<Stripe.PaymentMethodListParams>()({
  ...windowShape,
  customer: text.optional(),
  type: text.optional(),
});

export async function createPaymentMethod(
  call: Call,
  params: z.output<typeof methodDataParams>,
): Promise<Held<'payment_method'>> {
  const read = await readGivenCard(call, params.card);
  const billing = params.billing_details ? fullBilling(params.billing_details) : NO_BILLING_DETAILS;
  const method = buildPaymentMethod(call, read, { billing, metadata: mergeMetadata({}, params.metadata) });
  await insertObject(call.tx, 'payment_method', method, method.body.created);
  return method;
}

async function readGivenCard(call: Call, given: z.output<typeof cardParams>): Promise<ReadCard> {
  if (!('token' in given)) return readCard(given, call.now);
  const published = findCardByToken(given.token);
  return published ? cardOfToken(published, call.now) : spendToken(call, given.token);
}

function fullBilling(given: z.output<typeof billingDetailsParams>): BillingDetails {
  const blank = NO_BILLING_DETAILS.address as Stripe.Address;
  return {
    address: { ...blank, ...given.address },
    email: given.email ?? null,
    name: given.name ?? null,
    phone: given.phone ?? null,
    tax_id: null,
  };
}

/** A published name like `pm_card_visa` makes a method of its own each time it is used. */
export async function resolvePaymentMethod(call: Call, id: string): Promise<Held<'payment_method'>> {
  const published = id.startsWith('pm_card_') ? findCardByToken(id) : undefined;
  if (published) {
    const method = buildPaymentMethod(call, cardOfToken(published, call.now));
    await insertObject(call.tx, 'payment_method', method, method.body.created);
    return method;
  }
  return lockObject(call.tx, 'payment_method', id);
}

const SPENT =
  'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.';

export async function attachPaymentMethod(
  call: Call,
  id: string,
  customerId: string,
): Promise<Stripe.PaymentMethod> {
  const customer = await findObject(call.tx, 'customer', customerId);
  if (!customer || customer.body.deleted) throw noSuchObject('customer', customerId, 'customer');
  const method = await resolvePaymentMethod(call, id);
  if (method.hidden.isSpent) throw invalidRequest(SPENT);
  if (method.body.customer === customerId) return method.body;
  if (method.body.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  checkWithIssuer(call, method);
  return recordAttachment(call, method, customerId);
}

/** Attaching asks the issuer, without the buyer: step-up is for setup intents. */
function checkWithIssuer(call: Call, method: Held<'payment_method'>): void {
  const { card } = method.body;
  const verdict = judgeSetup(getTestCard(method.hidden.testCard), {
    isAuthenticated: true,
    hasCvc: method.hidden.hasCvc,
    isExpired: card !== undefined && isExpired(card, call.now),
  });
  if (typeof verdict === 'object') throw refuseCard(verdict.declined);
}

export async function recordAttachment(
  call: Call,
  method: Held<'payment_method'>,
  customerId: string,
): Promise<Stripe.PaymentMethod> {
  method.body.customer = customerId;
  await saveObject(call.tx, method);
  await emit(call, 'payment_method.attached', method.body);
  return method.body;
}

export async function detachPaymentMethod(call: Call, id: string): Promise<Stripe.PaymentMethod> {
  const method = await lockObject(call.tx, 'payment_method', id);
  if (method.body.customer === null) {
    throw unexpectedState(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      { code: 'payment_method_unexpected_state' },
    );
  }
  method.body.customer = null;
  method.hidden.isSpent = true;
  await saveObject(call.tx, method);
  await emit(call, 'payment_method.detached', method.body);
  return method.body;
}

const path = '/v1/payment_methods';

export const paymentMethodOperations = [
  operation('paymentMethods.create', 'POST', path, createParams, async (call, params) => {
    return (await createPaymentMethod(call, params)).body;
  }),
  operation('paymentMethods.list', 'GET', path, listParams, (call, params) =>
    listObjects(call, 'payment_method', path, params, {
      customer: params.customer,
      type: params.type,
    }),
  ),
  operation(
    'paymentMethods.retrieve',
    'GET',
    `${path}/:id`,
    z.strictObject({}),
    async (call, _params, id) => {
      return (await getObject(call.tx, 'payment_method', id)).body;
    },
  ),
  operation('paymentMethods.attach', 'POST', `${path}/:id/attach`, attachParams, (call, params, id) =>
    attachPaymentMethod(call, id, params.customer),
  ),
  operation('paymentMethods.detach', 'POST', `${path}/:id/detach`, z.strictObject({}), (call, _params, id) =>
    detachPaymentMethod(call, id),
  ),
];

export const browserMethodOperations = [
  operation('paymentMethods.create', 'POST', path, methodDataParams, async (call, params) => {
    return (await createPaymentMethod(call, params)).body;
  }),
];
