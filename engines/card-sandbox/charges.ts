import type Stripe from 'stripe';
import { type Call, operation, secondsFrom, unixSeconds } from './call.ts';
import type { Decline } from './declines.ts';
import { newId } from './ids.ts';
import { listObjects } from './list.ts';
import { none, pageShape, paramsFor } from './params.ts';
import { getObject, type Held, insertObject } from './store.ts';

const HOUR_SECONDS = 3600;
const HOLD_SECONDS = 7 * 24 * HOUR_SECONDS;
/** Visa releases a hold that was placed without the buyer after less than five days. */
const SHORT_HOLD_SECONDS = (4 * 24 + 18) * HOUR_SECONDS;

export async function createCharge(
  call: Call,
  { body: intent, hidden }: Held<'payment_intent'>,
  { body: method, hidden: { testCard } }: Held<'payment_method'>,
  declined?: Decline,
): Promise<Held<'charge'>> {
  const { brand, last4 } = method.card;
  const isCaptured = !declined && intent.capture_method === 'automatic';
  const holdSeconds = brand === 'visa' && hidden.offSession ? SHORT_HOLD_SECONDS : HOLD_SECONDS;
  const captureBefore = unixSeconds(secondsFrom(call.now, holdSeconds));
  const charge: Held<'charge'> = {
    body: {
      id: newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: isCaptured ? intent.amount : 0,
      amount_refunded: 0,
      balance_transaction: null,
      captured: isCaptured,
      created: unixSeconds(call.now),
      currency: intent.currency,
      customer: intent.customer,
      disputed: false,
      failure_code: declined?.code ?? null,
      failure_message: declined?.message ?? null,
      metadata: intent.metadata,
      paid: !declined,
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: {
        type: 'card',
        card: { brand, last4, ...(declined || isCaptured ? {} : { capture_before: captureBefore }) },
      },
      refunded: false,
      status: declined ? 'failed' : 'succeeded',
    },
    hidden: { testCard },
  };
  await insertObject(call.tx, 'charge', charge);
  return charge;
}

const path = '/v1/charges';

export const chargeOperations = [
  operation('charges.list', 'GET', path, paramsFor<Stripe.ChargeListParams>()(pageShape), (call, params) =>
    listObjects(call, 'charge', path, params),
  ),
  operation('charges.retrieve', 'GET', `${path}/:id`, none, async (call, _params, id) => {
    return (await getObject(call.tx, 'charge', id)).body;
  }),
];
