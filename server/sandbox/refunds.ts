import type Stripe from 'stripe';
import { z } from 'zod';
import { book, bookCharge } from './balance-transactions.ts';
import { type Call, operation, secondsFrom } from './call.ts';
import { asMoney } from './currencies.ts';
import { invalidRequest, unexpectedState } from './errors.ts';
import { emit } from './events.ts';
import { listObjects } from './list.ts';
import { mergeMetadata } from './metadata.ts';
import { metadata, pageShape, paramsFor, positiveInteger, text } from './params.ts';
import { addRefunded, insertRefund } from './refund.object.ts';
import { getObject, type Held, idOf, lockObject, objectsOf, saveObject } from './store.ts';
import { getTestCard } from './test-cards.ts';
import { schedule } from './timers.ts';

const OUTCOME_SECONDS = 5;

const createParams = paramsFor<Stripe.RefundCreateParams>()({
  amount: positiveInteger.optional(),
  charge: text.optional(),
  payment_intent: text.optional(),
  metadata: metadata.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});
const listParams = paramsFor<Stripe.RefundListParams>()({
  ...pageShape,
  charge: text.optional(),
  payment_intent: text.optional(),
});

async function createRefund(call: Call, params: z.output<typeof createParams>): Promise<Stripe.Refund> {
  const charge = await lockCharge(call, params);
  await requireRefundable(call, charge.body);
  const left = charge.body.amount - charge.body.amount_refunded;
  const amount = params.amount ?? left;
  if (amount > left) {
    const { currency } = charge.body;
    throw invalidRequest(
      `Refund amount (${asMoney(amount, currency)}) is greater than unrefunded amount on charge (${asMoney(left, currency)})`,
      { param: 'amount' },
    );
  }
  await bookCharge(call, charge);
  const { refund: behaviour } = getTestCard(charge.hidden.testCard);
  const refund = await insertRefund(call, {
    charge: charge.body,
    amount,
    reason: params.reason ?? null,
    metadata: mergeMetadata({}, params.metadata),
    status: behaviour === 'succeeds_later' ? 'pending' : 'succeeded',
  });
  const line = await book(call, {
    type: 'refund',
    category: 'refund',
    amount: -amount,
    fee: 0,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FOR CHARGE',
  });
  refund.balance_transaction = line.id;
  addRefunded(charge.body, amount);
  await saveObject(call.tx, { body: refund, hidden: {} });
  await saveObject(call.tx, charge);
  await emit(call, 'refund.created', refund);
  await emit(call, 'charge.refunded', charge.body);
  if (behaviour !== 'at_once') {
    await schedule(call, 'finish_refund', refund.id, secondsFrom(call.now, OUTCOME_SECONDS));
  }
  return refund;
}

/** Locks the payment before its charge is read: refunds of one payment are counted one after the other. */
async function lockCharge(call: Call, params: z.output<typeof createParams>): Promise<Held<'charge'>> {
  if ((params.charge === undefined) === (params.payment_intent === undefined)) {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  if (params.payment_intent !== undefined) {
    const intent = await lockObject(call.tx, 'payment_intent', params.payment_intent);
    if (intent.body.status !== 'succeeded') {
      throw unexpectedState(
        `This PaymentIntent (${intent.body.id}) does not have a successful charge to refund.`,
        { code: 'payment_intent_unexpected_state', payment_intent: intent.body },
      );
    }
    return getObject(call.tx, 'charge', idOf(intent.body.latest_charge) ?? '');
  }
  const found = await getObject(call.tx, 'charge', params.charge ?? '');
  await lockObject(call.tx, 'payment_intent', idOf(found.body.payment_intent) ?? '');
  return getObject(call.tx, 'charge', found.body.id);
}

async function requireRefundable(call: Call, charge: Stripe.Charge): Promise<void> {
  if (charge.status !== 'succeeded' || !charge.captured) {
    throw unexpectedState(`Charge ${charge.id} has not been captured and cannot be refunded.`, {
      code: 'charge_not_refundable',
    });
  }
  if (charge.refunded) {
    throw unexpectedState(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const disputes = await objectsOf(call.tx, 'dispute', 'charge', charge.id);
  if (disputes.some(({ body }) => !body.is_charge_refundable)) {
    throw unexpectedState(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
}

/** Later the bank answers: a pending refund arrives, or one that seemed done comes back. */
export async function finishRefund(call: Call, refundId: string): Promise<void> {
  const { body: seen } = await getObject(call.tx, 'refund', refundId);
  await lockObject(call.tx, 'payment_intent', idOf(seen.payment_intent) ?? '');
  const { body: refund } = await getObject(call.tx, 'refund', refundId);
  const charge = await getObject(call.tx, 'charge', idOf(refund.charge) ?? '');
  if (getTestCard(charge.hidden.testCard).refund === 'succeeds_later') {
    refund.status = 'succeeded';
    await saveObject(call.tx, { body: refund, hidden: {} });
    await emit(call, 'refund.updated', refund);
    return;
  }
  const line = await book(call, {
    type: 'refund_failure',
    category: 'refund_failure',
    amount: refund.amount,
    fee: 0,
    currency: refund.currency,
    source: refund.id,
    description: 'REFUND FAILURE',
  });
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  refund.failure_balance_transaction = line.id;
  addRefunded(charge.body, -refund.amount);
  await saveObject(call.tx, { body: refund, hidden: {} });
  await saveObject(call.tx, charge);
  await emit(call, 'refund.updated', refund);
  await emit(call, 'refund.failed', refund);
  await emit(call, 'charge.refund.updated', refund);
}

const path = '/v1/refunds';

export const refundOperations = [
  operation('refunds.create', 'POST', path, createParams, createRefund),
  operation('refunds.list', 'GET', path, listParams, (call, params) =>
    listObjects(call, 'refund', path, params, {
      charge: params.charge,
      payment_intent: params.payment_intent,
    }),
  ),
  operation('refunds.retrieve', 'GET', `${path}/:id`, z.strictObject({}), async (call, _params, id) => {
    return (await getObject(call.tx, 'refund', id)).body;
  }),
];
