import type Stripe from 'stripe';
import { z } from 'zod';
import { type Call, operation, unixSeconds } from './call.ts';
import { invalidRequest, noSuchObject } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { listObjects } from './list.ts';
import { mergeMetadata } from './metadata.ts';
import { address, emptyable, metadata, pageShape, paramsFor, text, windowShape } from './params.ts';
import { attachPaymentMethod, detachPaymentMethod } from './payment-methods.ts';
import { getObject, insertObject, lockObject, objectsOf, saveObject } from './store.ts';

const fields = {
  address: emptyable(address).optional(),
  description: z.string().max(5000).optional(),
  email: z.string().max(512).optional(),
  metadata: metadata.optional(),
  name: z.string().max(256).optional(),
  phone: z.string().max(20).optional(),
  invoice_settings: z.strictObject({ default_payment_method: emptyable(text).optional() }).optional(),
};
const createParams = paramsFor<Stripe.CustomerCreateParams>()({ ...fields, payment_method: text.optional() });
const updateParams = paramsFor<Stripe.CustomerUpdateParams>()(fields);
const listParams = paramsFor<Stripe.CustomerListParams>()({ ...pageShape, email: text.optional() });
const methodsParams = paramsFor<Stripe.CustomerListPaymentMethodsParams>()({
  ...windowShape,
  type: text.optional(),
});

async function createCustomer(call: Call, params: z.output<typeof createParams>): Promise<Stripe.Customer> {
  const created = unixSeconds(call.now);
  const blank: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  const body = withFields(blank, { ...params, invoice_settings: undefined });
  await insertObject(call.tx, 'customer', { body, hidden: {} }, created);
  if (params.payment_method) await attachPaymentMethod(call, params.payment_method, body.id);
  const complete = await withDefaultMethod(call, body, params.invoice_settings);
  await saveObject(call.tx, { body: complete, hidden: {} });
  await emit(call, 'customer.created', complete);
  return complete;
}

async function updateCustomer(call: Call, params: z.output<typeof updateParams>, id: string) {
  const { body } = await lockObject(call.tx, 'customer', id);
  if (body.deleted) throw noSuchObject('customer', id, 'id');
  const changed = await withDefaultMethod(call, withFields(body, params), params.invoice_settings);
  await saveObject(call.tx, { body: changed, hidden: {} });
  await emit(call, 'customer.updated', changed);
  return changed;
}

function withFields(customer: Stripe.Customer, params: z.output<typeof updateParams>): Stripe.Customer {
  const given = (value: string | undefined, old: string | null | undefined) =>
    value === undefined ? (old ?? null) : value || null;
  return {
    ...customer,
    address: params.address === undefined ? customer.address : params.address && fullAddress(params.address),
    description: given(params.description, customer.description),
    email: given(params.email, customer.email),
    metadata: mergeMetadata(customer.metadata, params.metadata),
    name: given(params.name, customer.name),
    phone: given(params.phone, customer.phone),
  };
}

async function withDefaultMethod(
  call: Call,
  customer: Stripe.Customer,
  settings: z.output<typeof updateParams>['invoice_settings'],
): Promise<Stripe.Customer> {
  const methodId = settings?.default_payment_method;
  if (methodId === undefined) return customer;
  if (methodId) {
    const { body: method } = await getObject(call.tx, 'payment_method', methodId);
    if (method.customer !== customer.id) {
      throw invalidRequest('The customer does not have a payment method with the ID '.concat(methodId, '.'), {
        code: 'resource_missing',
        param: 'invoice_settings[default_payment_method]',
      });
    }
  }
  return {
    ...customer,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: methodId },
  };
}

function fullAddress(given: z.output<typeof address>): Stripe.Address {
  return {
    city: given.city ?? null,
    country: given.country ?? null,
    line1: given.line1 ?? null,
    line2: given.line2 ?? null,
    postal_code: given.postal_code ?? null,
    state: given.state ?? null,
  };
}

async function deleteCustomer(call: Call, id: string): Promise<Stripe.DeletedCustomer> {
  const { body } = await lockObject(call.tx, 'customer', id);
  if (body.deleted) throw noSuchObject('customer', id, 'id');
  for (const method of await objectsOf(call.tx, 'payment_method', 'customer', id)) {
    await detachPaymentMethod(call, method.body.id);
  }
  const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
  await saveObject(call.tx, { body: deleted, hidden: {} });
  await emit(call, 'customer.deleted', body);
  return deleted;
}

export const customerOperations = [
  operation('customers.create', 'POST', '/v1/customers', createParams, createCustomer),
  operation('customers.list', 'GET', '/v1/customers', listParams, (call, params) =>
    listObjects(call, 'customer', '/v1/customers', params, { email: params.email }),
  ),
  operation(
    'customers.retrieve',
    'GET',
    '/v1/customers/:id',
    z.strictObject({}),
    async (call, _params, id) => {
      return (await getObject(call.tx, 'customer', id)).body;
    },
  ),
  operation('customers.update', 'POST', '/v1/customers/:id', updateParams, updateCustomer),
  operation('customers.del', 'DELETE', '/v1/customers/:id', z.strictObject({}), (call, _params, id) =>
    deleteCustomer(call, id),
  ),
  operation(
    'customers.listPaymentMethods',
    'GET',
    '/v1/customers/:id/payment_methods',
    methodsParams,
    async (call, params, id) => {
      await getObject(call.tx, 'customer', id);
      const url = `/v1/customers/${id}/payment_methods`;
      return listObjects(call, 'payment_method', url, params, { customer: id, type: params.type });
    },
  ),
];
