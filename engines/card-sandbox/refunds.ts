import type Stripe from 'stripe';
import {
  type Call,
  invalidRequest,
  metadata,
  newId,
  operation,
  pageShape,
  paramsFor,
  positiveInteger,
  secondsFrom,
  text,
  unexpectedState,
  unixSeconds,
} from './call.ts';
import { asMoney, getTestCard } from './cards.ts';
import { book } from './charges.ts';
import { emit } from './events.ts';
import type { Charge, Refund } from './objects.ts';
import { schedule } from './sandbox-context.ts';
import {
  disputesOf,
  getObject,
  insertObject,
  listing,
  lockObject,
  lockWithPayment,
  retrieving,
  saveObject,
} from './store.ts';

const OUTCOME_SECONDS = 5;

type RefundFields = Pick<Refund, 'amount'> & Partial<Pick<Refund, 'metadata' | 'reason' | 'status'>>;

export async function insertRefund(call: Call, charge: Charge, fields: RefundFields): Promise<Refund> {
  const body: Refund = {
    id: newId('re'),
    object: 'refund',
    balance_transaction: null,
    charge: charge.id,
    created: unixSeconds(call.now),
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: null,
    status: 'succeeded',
    ...fields,
  };
  await insertObject(call.tx, 'refund', { body, hidden: {} });
  return body;
}

export function addRefunded(charge: Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === (charge.amount_captured || charge.amount);
}

async function createRefund(
  call: Call,
  params: { payment_intent: string; amount?: number; metadata?: Record<string, string> },
): Promise<Refund> {
  const { body: intent } = await lockObject(call.tx, 'payment_intent', params.payment_intent);
  if (intent.status !== 'succeeded') {
    throw unexpectedState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    });
  }
  const charge = await getObject(call.tx, 'charge', intent.latest_charge ?? '');
  const amount = await requireRefundable(call, charge.body, params.amount);
  const { refund: outcome } = getTestCard(charge.hidden.testCard);
  const refund = await insertRefund(call, charge.body, {
    amount,
    metadata: params.metadata ?? {},
    status: outcome === 'succeeds_later' ? 'pending' : 'succeeded',
  });
  const { currency, id: source } = refund;
  const line = await book(call, { type: 'refund', amount: -amount, currency, source });
  refund.balance_transaction = line.id;
  addRefunded(charge.body, amount);
  await saveObject(call.tx, { body: refund, hidden: {} });
  await saveObject(call.tx, charge);
  await emit(call, 'refund.created', refund);
  await emit(call, 'charge.refunded', charge.body);
  if (outcome !== 'at_once') {
    await schedule(call, 'finish_refund', refund.id, secondsFrom(call.now, OUTCOME_SECONDS));
  }
  return refund;
}

/** Returns the amount to refund: the amount asked for, or all that is left. */
async function requireRefundable(call: Call, charge: Charge, asked: number | undefined): Promise<number> {
  if (charge.refunded) {
    throw unexpectedState(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const disputes = await disputesOf(call.tx, charge.id);
  if (disputes.some((dispute) => !dispute.is_charge_refundable)) {
    throw unexpectedState(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount_captured - charge.amount_refunded;
  if (asked === undefined || asked <= left) return asked ?? left;
  throw invalidRequest(
    `Refund amount (${asMoney(asked, charge.currency)}) is greater than unrefunded amount on charge (${asMoney(left, charge.currency)})`,
    { param: 'amount' },
  );
}

/** Completes a pending refund, or fails one that had seemed complete. */
export async function finishRefund(call: Call, refundId: string): Promise<void> {
  const { body: refund } = await lockWithPayment(call.tx, 'refund', refundId);
  const { hidden } = await getObject(call.tx, 'charge', refund.charge);
  if (getTestCard(hidden.testCard).refund === 'fails_later') return failRefund(call, refundId);
  if (refund.status === 'failed') return;
  refund.status = 'succeeded';
  await saveObject(call.tx, { body: refund, hidden: {} });
  await emit(call, 'refund.updated', refund);
}

/** The bank returns the money, at once or long after the refund had seemed complete. */
export async function failRefund(call: Call, refundId: string): Promise<void> {
  const { body: refund } = await lockWithPayment(call.tx, 'refund', refundId);
  if (refund.status === 'failed') return;
  const charge = await getObject(call.tx, 'charge', refund.charge);
  const { amount, currency, id: source } = refund;
  const line = await book(call, { type: 'refund_failure', amount, currency, source });
  refund.status = 'failed';
  refund.failure_reason = 'expired_or_canceled_card';
  refund.failure_balance_transaction = line.id;
  addRefunded(charge.body, -amount);
  await saveObject(call.tx, charge);
  await saveObject(call.tx, { body: refund, hidden: {} });
  await emit(call, 'refund.updated', refund);
  await emit(call, 'refund.failed', refund);
  await emit(call, 'charge.refund.updated', refund);
}

const path = '/v1/refunds';

export const refundOperations = [
  operation(
    'refunds.create',
    'POST',
    path,
    paramsFor<Stripe.RefundCreateParams>()({
      amount: positiveInteger.optional(),
      payment_intent: text,
      metadata: metadata.optional(),
    }),
    createRefund,
  ),
  listing(
    'refunds.list',
    path,
    'refund',
    paramsFor<Stripe.RefundListParams>()({ ...pageShape, payment_intent: text.optional() }),
  ),
  retrieving('refunds.retrieve', path, 'refund'),
];
