import type Stripe from 'stripe';
import { z } from 'zod';
import { type Call, operation, unixSeconds } from './call.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { listObjects } from './list.ts';
import type { Customer } from './objects.ts';
import { metadata, none, pageShape, paramsFor, text } from './params.ts';
import { eraseCustomer, insertObject, lockObject, saveObject } from './store.ts';

const createParams = paramsFor<Stripe.CustomerCreateParams>()({
  email: z.string().max(512).optional(),
  metadata: metadata.optional(),
  name: z.string().max(256).optional(),
});
const listParams = paramsFor<Stripe.CustomerListParams>()({ ...pageShape, email: text.optional() });
const updateParams = paramsFor<Stripe.CustomerUpdateParams>()({ email: z.string().max(512).optional() });
const path = '/v1/customers';

export const customerOperations = [
  operation('customers.create', 'POST', path, createParams, async (call, params) => {
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
  operation('customers.list', 'GET', path, listParams, (call, params) =>
    listObjects(call, 'customer', path, params),
  ),
  operation('customers.update', 'POST', `${path}/:id`, updateParams, async (call, { email }, id) => {
    const customer = await lockObject(call.tx, 'customer', id);
    if (email !== undefined) customer.body.email = email;
    await saveObject(call.tx, customer);
    await emit(call, 'customer.updated', customer.body);
    return customer.body;
  }),
  operation('customers.del', 'DELETE', `${path}/:id`, none, (call, _params, id) => deleteCustomer(call, id)),
];

/** The cards go with the customer; payments keep only the customer's id, as they do at the real provider. */
async function deleteCustomer(call: Call, id: string) {
  const { body } = await lockObject(call.tx, 'customer', id);
  await eraseCustomer(call.tx, id);
  await emit(call, 'customer.deleted', { ...body, email: null, name: null, metadata: {} });
  return { id, object: 'customer', deleted: true };
}
