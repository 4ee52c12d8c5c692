import type Stripe from 'stripe';
import { z } from 'zod';
import { book, bookCharge } from './balance-transactions.ts';
import { type Call, operation, secondsFrom } from './call.ts';
import { buildDispute, EVIDENCE_TEXTS } from './dispute.object.ts';
import { unexpectedState } from './errors.ts';
import { emit } from './events.ts';
import { listObjects } from './list.ts';
import { mergeMetadata } from './metadata.ts';
import { flag, metadata, pageShape, paramsFor, text } from './params.ts';
import { getObject, idOf, insertObject, lockObject, objectsOf, saveObject } from './store.ts';
import { getTestCard } from './test-cards.ts';
import { schedule } from './timers.ts';

const DISPUTE_FEE_CENTS = 1500;
const DECISION_SECONDS = 2;
const OPEN = ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review'];

const evidenceShape = Object.fromEntries(
  EVIDENCE_TEXTS.map((name) => [name, z.string().max(20_000).optional()]),
) as Record<(typeof EVIDENCE_TEXTS)[number], z.ZodOptional<z.ZodString>>;
const updateParams = paramsFor<Stripe.DisputeUpdateParams>()({
  evidence: z.strictObject(evidenceShape).optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
});
const listParams = paramsFor<Stripe.DisputeListParams>()({
  ...pageShape,
  charge: text.optional(),
  payment_intent: text.optional(),
});

/** The buyer goes to the bank: with a chargeback the money leaves at once, an inquiry only asks. */
export async function openDispute(call: Call, chargeId: string): Promise<void> {
  const { body: seen } = await getObject(call.tx, 'charge', chargeId);
  await lockObject(call.tx, 'payment_intent', idOf(seen.payment_intent) ?? '');
  const charge = await getObject(call.tx, 'charge', chargeId);
  const kind = getTestCard(charge.hidden.testCard).dispute;
  const known = await objectsOf(call.tx, 'dispute', 'charge', chargeId);
  if (!kind || charge.body.refunded || known.length > 0) return;
  await bookCharge(call, charge);
  const dispute = buildDispute(call, charge.body, kind);
  dispute.amount = charge.body.amount - charge.body.amount_refunded;
  await insertObject(call.tx, 'dispute', { body: dispute, hidden: {} }, dispute.created);
  charge.body.disputed = true;
  await saveObject(call.tx, charge);
  await emit(call, 'charge.dispute.created', dispute);
  if (kind !== 'inquiry') await withdraw(call, dispute);
}

async function withdraw(call: Call, dispute: Stripe.Dispute): Promise<void> {
  await move(call, dispute, { direction: -1, category: 'dispute', description: 'Chargeback withdrawal' });
  await emit(call, 'charge.dispute.funds_withdrawn', dispute);
}

async function move(
  call: Call,
  dispute: Stripe.Dispute,
  line: { direction: 1 | -1; category: 'dispute' | 'dispute_reversal'; description: string },
): Promise<void> {
  const booked = await book(call, {
    type: 'adjustment',
    category: line.category,
    amount: line.direction * dispute.amount,
    fee: -line.direction * DISPUTE_FEE_CENTS,
    currency: dispute.currency,
    source: dispute.id,
    description: line.description,
  });
  dispute.balance_transactions.push(booked);
  await saveObject(call.tx, { body: dispute, hidden: {} });
}

async function lockDispute(call: Call, id: string): Promise<Stripe.Dispute> {
  const { body: seen } = await getObject(call.tx, 'dispute', id);
  await lockObject(call.tx, 'payment_intent', idOf(seen.payment_intent) ?? '');
  return (await getObject(call.tx, 'dispute', id)).body;
}

async function updateDispute(call: Call, params: z.output<typeof updateParams>, id: string) {
  const dispute = await lockDispute(call, id);
  if (params.evidence) {
    requireOpen(dispute);
    dispute.evidence = { ...dispute.evidence, ...params.evidence };
    dispute.evidence_details.has_evidence = true;
    if (params.submit ?? true) await submit(call, dispute);
  }
  dispute.metadata = mergeMetadata(dispute.metadata, params.metadata);
  await saveObject(call.tx, { body: dispute, hidden: {} });
  await emit(call, 'charge.dispute.updated', dispute);
  return dispute;
}

async function submit(call: Call, dispute: Stripe.Dispute): Promise<void> {
  dispute.status = dispute.status.startsWith('warning_') ? 'warning_under_review' : 'under_review';
  dispute.evidence_details.submission_count += 1;
  dispute.evidence_details.submission_method = 'manual';
  await schedule(call, 'decide_dispute', dispute.id, secondsFrom(call.now, DECISION_SECONDS));
}

function requireOpen(dispute: Stripe.Dispute): void {
  if (OPEN.includes(dispute.status)) return;
  throw unexpectedState(`This dispute is already closed: it has a status of ${dispute.status}.`);
}

/** The bank decides by the magic words of the provider's testing page; other evidence stays under review. */
export async function decideDispute(call: Call, disputeId: string): Promise<void> {
  const dispute = await lockDispute(call, disputeId);
  const isInquiry = dispute.status === 'warning_under_review';
  if (!isInquiry && dispute.status !== 'under_review') return;
  const words = dispute.evidence.uncategorized_text;
  if (isInquiry && words === 'escalate_inquiry_evidence') {
    dispute.status = 'needs_response';
    dispute.is_charge_refundable = false;
    await withdraw(call, dispute);
  } else if (words === 'winning_evidence' || words === 'losing_evidence') {
    const outcome = words === 'winning_evidence' ? 'won' : 'lost';
    await closeDispute(call, dispute, isInquiry ? 'warning_closed' : outcome);
  }
}

async function closeDispute(
  call: Call,
  dispute: Stripe.Dispute,
  status: 'lost' | 'warning_closed' | 'won',
): Promise<void> {
  dispute.status = status;
  dispute.is_charge_refundable = status !== 'lost';
  if (status === 'won') {
    await move(call, dispute, {
      direction: 1,
      category: 'dispute_reversal',
      description: 'Chargeback reversal',
    });
    await emit(call, 'charge.dispute.funds_reinstated', dispute);
  }
  await saveObject(call.tx, { body: dispute, hidden: {} });
  await emit(call, 'charge.dispute.closed', dispute);
}

/** The shop gives in. */
async function concede(call: Call, id: string): Promise<Stripe.Dispute> {
  const dispute = await lockDispute(call, id);
  requireOpen(dispute);
  await closeDispute(call, dispute, dispute.status.startsWith('warning_') ? 'warning_closed' : 'lost');
  return dispute;
}

const path = '/v1/disputes';

export const disputeOperations = [
  operation('disputes.list', 'GET', path, listParams, (call, params) =>
    listObjects(call, 'dispute', path, params, {
      charge: params.charge,
      payment_intent: params.payment_intent,
    }),
  ),
  operation('disputes.retrieve', 'GET', `${path}/:id`, z.strictObject({}), async (call, _params, id) => {
    return (await getObject(call.tx, 'dispute', id)).body;
  }),
  operation('disputes.update', 'POST', `${path}/:id`, updateParams, updateDispute),
  operation('disputes.close', 'POST', `${path}/:id/close`, z.strictObject({}), (call, _params, id) =>
    concede(call, id),
  ),
];
