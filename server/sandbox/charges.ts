import type Stripe from 'stripe';
import { z } from 'zod';
import { bookChargeLater } from './balance-transactions.ts';
import { type Call, operation } from './call.ts';
import { listObjects } from './list.ts';
import { pageShape, paramsFor, text } from './params.ts';
import { getObject, idOf, lockObject } from './store.ts';

const listParams = paramsFor<Stripe.ChargeListParams>()({
  ...pageShape,
  customer: text.optional(),
  payment_intent: text.optional(),
});

export async function bookDueCharge(call: Call, chargeId: string): Promise<void> {
  const { body } = await getObject(call.tx, 'charge', chargeId);
  await lockObject(call.tx, 'payment_intent', idOf(body.payment_intent) ?? '');
  await bookChargeLater(call, await getObject(call.tx, 'charge', chargeId));
}

const path = '/v1/charges';

export const chargeOperations = [
  operation('charges.list', 'GET', path, listParams, (call, params) =>
    listObjects(call, 'charge', path, params, {
      customer: params.customer,
      payment_intent: params.payment_intent,
    }),
  ),
  operation('charges.retrieve', 'GET', `${path}/:id`, z.strictObject({}), async (call, _params, id) => {
    return (await getObject(call.tx, 'charge', id)).body;
  }),
];
