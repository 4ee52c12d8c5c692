import type Stripe from 'stripe';
import { z } from 'zod';
import { book } from './balance-transactions.ts';
import { type Call, operation, secondsFrom, unixSeconds } from './call.ts';
import { unexpectedState } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { listObjects } from './list.ts';
import type { Dispute } from './objects.ts';
import { none, pageShape, paramsFor, text } from './params.ts';
import { disputesOf, getObject, insertObject, lockObject, saveObject } from './store.ts';
import { getTestCard } from './test-cards.ts';
import { schedule } from './timers.ts';

const DISPUTE_FEE_CENTS = 1500;
const DECISION_SECONDS = 2;

/** A chargeback takes the money at once; an inquiry moves none. */
export async function openDispute(call: Call, chargeId: string): Promise<void> {
  const { body: seen } = await getObject(call.tx, 'charge', chargeId);
  await lockObject(call.tx, 'payment_intent', seen.payment_intent);
  const charge = await getObject(call.tx, 'charge', chargeId);
  const kind = getTestCard(charge.hidden.testCard).dispute;
  const known = await disputesOf(call.tx, chargeId);
  if (!kind || charge.body.refunded || known.length > 0) return;
  const isInquiry = kind === 'inquiry';
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.body.amount - charge.body.amount_refunded,
    balance_transactions: [],
    charge: chargeId,
    created: unixSeconds(call.now),
    currency: charge.body.currency,
    evidence: { uncategorized_text: null },
    is_charge_refundable: isInquiry,
    payment_intent: charge.body.payment_intent,
    reason: isInquiry ? 'general' : kind,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  await insertObject(call.tx, 'dispute', { body: dispute, hidden: {} });
  charge.body.disputed = true;
  await saveObject(call.tx, charge);
  await emit(call, 'charge.dispute.created', dispute);
  if (isInquiry) return;
  await moveMoney(call, dispute, -1);
  await emit(call, 'charge.dispute.funds_withdrawn', dispute);
}

async function moveMoney(call: Call, dispute: Dispute, direction: 1 | -1): Promise<void> {
  const booked = await book(call, {
    type: 'adjustment',
    amount: direction * dispute.amount,
    fee: -direction * DISPUTE_FEE_CENTS,
    currency: dispute.currency,
    source: dispute.id,
  });
  dispute.balance_transactions.push(booked);
  await saveObject(call.tx, { body: dispute, hidden: {} });
}

async function lockDispute(call: Call, id: string): Promise<Dispute> {
  const { body: seen } = await getObject(call.tx, 'dispute', id);
  await lockObject(call.tx, 'payment_intent', seen.payment_intent);
  return (await getObject(call.tx, 'dispute', id)).body;
}

async function submitEvidence(call: Call, id: string, evidence: Dispute['evidence']): Promise<Dispute> {
  const dispute = await lockDispute(call, id);
  if (['lost', 'warning_closed', 'won'].includes(dispute.status)) {
    throw unexpectedState(`This dispute is already closed: it has a status of ${dispute.status}.`);
  }
  dispute.evidence = evidence;
  dispute.status = dispute.status.startsWith('warning_') ? 'warning_under_review' : 'under_review';
  await schedule(call, 'decide_dispute', dispute.id, secondsFrom(call.now, DECISION_SECONDS));
  await saveObject(call.tx, { body: dispute, hidden: {} });
  await emit(call, 'charge.dispute.updated', dispute);
  return dispute;
}

/** Two texts decide a dispute, as in the provider's test mode; other evidence stays under review. */
export async function decideDispute(call: Call, disputeId: string): Promise<void> {
  const dispute = await lockDispute(call, disputeId);
  const isInquiry = dispute.status === 'warning_under_review';
  if (!isInquiry && dispute.status !== 'under_review') return;
  const words = dispute.evidence.uncategorized_text;
  if (words !== 'winning_evidence' && words !== 'losing_evidence') return;
  const isWon = words === 'winning_evidence';
  dispute.status = isInquiry ? 'warning_closed' : isWon ? 'won' : 'lost';
  dispute.is_charge_refundable = dispute.status !== 'lost';
  if (dispute.status === 'won') {
    await moveMoney(call, dispute, 1);
    await emit(call, 'charge.dispute.funds_reinstated', dispute);
  }
  await saveObject(call.tx, { body: dispute, hidden: {} });
  await emit(call, 'charge.dispute.closed', dispute);
}

const path = '/v1/disputes';

export const disputeOperations = [
  operation(
    'disputes.list',
    'GET',
    path,
    paramsFor<Stripe.DisputeListParams>()({ ...pageShape, payment_intent: text.optional() }),
    (call, params) => listObjects(call, 'dispute', path, params),
  ),
  operation('disputes.retrieve', 'GET', `${path}/:id`, none, async (call, _params, id) => {
    return (await getObject(call.tx, 'dispute', id)).body;
  }),
  operation(
    'disputes.update',
    'POST',
    `${path}/:id`,
    paramsFor<Stripe.DisputeUpdateParams>()({ evidence: z.strictObject({ uncategorized_text: text }) }),
    (call, params, id) => submitEvidence(call, id, params.evidence),
  ),
];
