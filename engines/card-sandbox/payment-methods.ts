import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { z } from 'zod';
import {
  type Call,
  DECLINES,
  invalidRequest,
  metadata,
  newId,
  none,
  operation,
  pageShape,
  paramsFor,
  refuseCard,
  text,
  unexpectedState,
  unixSeconds,
} from './call.ts';
import {
  cardNumberParams,
  findCardByToken,
  getTestCard,
  isExpired,
  type ReadCard,
  readCard,
  type TestCard,
} from './cards.ts';
import { emit } from './events.ts';
import type { Customer, PaymentMethod } from './objects.ts';
import {
  eraseCustomer,
  getObject,
  type Held,
  insertObject,
  listing,
  lockObject,
  saveObject,
} from './store.ts';

/** Depends on the number alone, so that a card which is entered twice has one fingerprint. */
function fingerprintOf(number: string): string {
  return createHash('sha256').update(`card ${number}`).digest('hex').slice(0, 16);
}

export async function createPaymentMethod(call: Call, read: ReadCard): Promise<Held<'payment_method'>> {
  const body: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    card: {
      brand: read.card.brand,
      exp_month: read.exp_month,
      exp_year: read.exp_year,
      fingerprint: fingerprintOf(read.card.number),
      last4: read.card.number.slice(-4),
      wallet: null,
    },
    created: unixSeconds(call.now),
    customer: null,
    livemode: false,
    type: 'card',
  };
  const method = { body, hidden: { testCard: read.card.name, isSpent: false } };
  await insertObject(call.tx, 'payment_method', method);
  return method;
}

/** A published name such as `pm_card_visa` makes a new payment method each time it is used. */
export function resolvePaymentMethod(call: Call, id: string): Promise<Held<'payment_method'>> {
  const card = findCardByToken(id, 'pm_card');
  return card ? createTestMethod(call, card) : lockObject(call.tx, 'payment_method', id);
}

function createTestMethod(call: Call, card: TestCard): Promise<Held<'payment_method'>> {
  return createPaymentMethod(call, { card, exp_month: 12, exp_year: call.now.getUTCFullYear() + 1 });
}

async function attachPaymentMethod(call: Call, id: string, customerId: string): Promise<PaymentMethod> {
  await getObject(call.tx, 'customer', customerId);
  const method = await resolvePaymentMethod(call, id);
  requireUsable(method, customerId);
  if (method.body.customer === customerId) return method.body;
  const card = getTestCard(method.hidden.testCard);
  if (isExpired(method.body.card, call.now)) throw refuseCard(DECLINES.expired_card);
  if (card.decline && !card.canBeAttached) throw refuseCard(card.decline);
  await keepMethod(call, method, customerId);
  return method.body;
}

export async function keepMethod(
  call: Call,
  method: Held<'payment_method'>,
  customerId: string,
): Promise<void> {
  method.body.customer = customerId;
  await saveObject(call.tx, method);
  await emit(call, 'payment_method.attached', method.body);
}

export function requireUsable({ body, hidden }: Held<'payment_method'>, customer: string | null): void {
  if (hidden.isSpent) {
    throw invalidRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    );
  }
  if (body.customer === null || body.customer === customer) return;
  throw invalidRequest(`The PaymentMethod ${body.id} is attached to another Customer.`, {
    code: 'payment_method_unexpected_state',
  });
}

async function detachPaymentMethod(call: Call, id: string): Promise<PaymentMethod> {
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
  operation(
    'paymentMethods.attach',
    'POST',
    `${path}/:id/attach`,
    paramsFor<Stripe.PaymentMethodAttachParams>()({ customer: text }),
    (call, params, id) => attachPaymentMethod(call, id, params.customer),
  ),
  operation('paymentMethods.retrieve', 'GET', `${path}/:id`, none, async (call, _params, id) => {
    return (await resolvePaymentMethod(call, id)).body;
  }),
  operation(
    'paymentMethods.create',
    'POST',
    path,
    paramsFor<Stripe.PaymentMethodCreateParams>()({
      type: z.literal('card'),
      card: z.strictObject({ token: text }),
    }),
    async (call, params) => {
      const card = findCardByToken(params.card.token, 'tok');
      if (!card) {
        throw invalidRequest(`No such token: '${params.card.token}'`, {
          code: 'resource_missing',
          param: 'card[token]',
        });
      }
      return (await createTestMethod(call, card)).body;
    },
  ),
  operation('paymentMethods.detach', 'POST', `${path}/:id/detach`, none, (call, _params, id) =>
    detachPaymentMethod(call, id),
  ),
];

export const browserMethodOperations = [
  operation(
    'paymentMethods.create',
    'POST',
    path,
    paramsFor<Stripe.PaymentMethodCreateParams>()({ type: z.literal('card'), card: cardNumberParams }),
    async (call, params) => (await createPaymentMethod(call, readCard(params.card, call.now))).body,
  ),
];

const createParams = paramsFor<Stripe.CustomerCreateParams>()({
  email: z.string().max(512).optional(),
  metadata: metadata.optional(),
  name: z.string().max(256).optional(),
});
const listParams = paramsFor<Stripe.CustomerListParams>()({ ...pageShape, email: text.optional() });
const updateParams = paramsFor<Stripe.CustomerUpdateParams>()({ email: z.string().max(512).optional() });
const customersPath = '/v1/customers';

export const customerOperations = [
  operation('customers.create', 'POST', customersPath, createParams, async (call, params) => {
    const body: Customer = {
      id: newId('cus'),
      object: 'customer',
      created: unixSeconds(call.now),
      email: params.email ?? null,
      livemode: false,
      metadata: params.metadata ?? {},
      name: params.name ?? null,
    };
    await insertObject(call.tx, 'customer', { body, hidden: {} });
    await emit(call, 'customer.created', body);
    return body;
  }),
  listing('customers.list', customersPath, 'customer', listParams),
  operation('customers.update', 'POST', `${customersPath}/:id`, updateParams, async (call, { email }, id) => {
    const customer = await lockObject(call.tx, 'customer', id);
    if (email !== undefined) customer.body.email = email;
    await saveObject(call.tx, customer);
    await emit(call, 'customer.updated', customer.body);
    return customer.body;
  }),
  operation('customers.del', 'DELETE', `${customersPath}/:id`, none, (call, _params, id) =>
    deleteCustomer(call, id),
  ),
];

/** The cards go with the customer; payments keep only the customer's id, as they do at the real provider. */
async function deleteCustomer(call: Call, id: string) {
  const { body } = await lockObject(call.tx, 'customer', id);
  await eraseCustomer(call.tx, id);
  await emit(call, 'customer.deleted', { ...body, email: null, name: null, metadata: {} });
  return { id, object: 'customer', deleted: true };
}
