import type Stripe from 'stripe';
import { z } from 'zod';
import {
  type Call,
  flag,
  invalidRequest,
  metadata,
  newId,
  operation,
  pageShape,
  paramsFor,
  secondsFrom,
  text,
  unexpectedState,
  unixSeconds,
} from './call.ts';
import { getTestCard } from './cards.ts';
import { book } from './charges.ts';
import { emit } from './events.ts';
import { type Dispute, type DisputeEvidence, EVIDENCE_TEXTS } from './objects.ts';
import { schedule } from './sandbox-context.ts';
import { disputesOf, insertObject, listing, lockWithPayment, retrieving, saveObject } from './store.ts';

const DISPUTE_FEE_CENTS = 1500;
const DECISION_SECONDS = 2;
const RESPONSE_DAYS = 9;
const DAY_SECONDS = 24 * 60 * 60;
const MAX_EVIDENCE_FIELD = 20_000;
const MAX_EVIDENCE = 150_000;

const NO_EVIDENCE = Object.fromEntries(EVIDENCE_TEXTS.map((name) => [name, null])) as DisputeEvidence;

/** A chargeback takes the money at once; an inquiry moves none. */
export async function openDispute(call: Call, chargeId: string): Promise<void> {
  const charge = await lockWithPayment(call.tx, 'charge', chargeId);
  const kind = getTestCard(charge.hidden.testCard).dispute;
  const known = await disputesOf(call.tx, chargeId);
  if (!kind || charge.body.refunded || known.length > 0) return;
  const isInquiry = kind === 'inquiry';
  const dispute: Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.body.amount_captured - charge.body.amount_refunded,
    balance_transactions: [],
    charge: chargeId,
    created: unixSeconds(call.now),
    currency: charge.body.currency,
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: unixSeconds(secondsFrom(call.now, RESPONSE_DAYS * DAY_SECONDS)),
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    metadata: {},
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

type EvidenceUpdate = {
  evidence?: Partial<Record<keyof DisputeEvidence, string>> | undefined;
  metadata?: Record<string, string> | undefined;
  submit?: boolean | undefined;
};

async function updateDispute(call: Call, id: string, update: EvidenceUpdate): Promise<Dispute> {
  const { body: dispute } = await lockWithPayment(call.tx, 'dispute', id);
  dispute.metadata = { ...dispute.metadata, ...update.metadata };
  if (update.evidence) stageEvidence(dispute, update.evidence);
  // A call that changes only the metadata submits nothing.
  if (update.evidence || update.submit) {
    if (update.submit ?? true) await submitEvidence(call, dispute);
  }
  await saveObject(call.tx, { body: dispute, hidden: {} });
  await emit(call, 'charge.dispute.updated', dispute);
  return dispute;
}

function stageEvidence(dispute: Dispute, evidence: NonNullable<EvidenceUpdate['evidence']>): void {
  if (['lost', 'warning_closed', 'won'].includes(dispute.status)) {
    throw unexpectedState(`This dispute is already closed: it has a status of ${dispute.status}.`);
  }
  if (dispute.evidence_details.submission_count > 0) {
    throw unexpectedState('The evidence for this dispute has already been submitted.');
  }
  const fields = Object.entries(evidence);
  const tooLong = fields.find(([, value]) => value.length > MAX_EVIDENCE_FIELD);
  if (tooLong) {
    throw invalidRequest(`evidence[${tooLong[0]}] may have at most ${MAX_EVIDENCE_FIELD} characters.`, {
      param: `evidence[${tooLong[0]}]`,
    });
  }
  dispute.evidence = { ...dispute.evidence, ...evidence };
  const length = Object.values(dispute.evidence).reduce((sum, value) => sum + (value?.length ?? 0), 0);
  if (length > MAX_EVIDENCE) {
    throw invalidRequest(`The evidence may have at most ${MAX_EVIDENCE} characters.`, { param: 'evidence' });
  }
  dispute.evidence_details.has_evidence = true;
}

/** Late evidence is taken, but the provider does not promise that the bank reads it. */
async function submitEvidence(call: Call, dispute: Dispute): Promise<void> {
  const { evidence_details: details } = dispute;
  details.submission_count += 1;
  details.past_due = details.due_by !== null && unixSeconds(call.now) > details.due_by;
  dispute.status = dispute.status.startsWith('warning_') ? 'warning_under_review' : 'under_review';
  await schedule(call, 'decide_dispute', dispute.id, secondsFrom(call.now, DECISION_SECONDS));
}

/** Two texts decide a dispute, as in the provider's test mode; other evidence stays under review. */
export async function decideDispute(call: Call, disputeId: string): Promise<void> {
  const { body: dispute } = await lockWithPayment(call.tx, 'dispute', disputeId);
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

const evidence = z.strictObject(
  Object.fromEntries(EVIDENCE_TEXTS.map((name) => [name, z.string().optional()])) as Record<
    keyof DisputeEvidence,
    z.ZodOptional<z.ZodString>
  >,
);

export const disputeOperations = [
  listing(
    'disputes.list',
    path,
    'dispute',
    paramsFor<Stripe.DisputeListParams>()({ ...pageShape, payment_intent: text.optional() }),
  ),
  retrieving('disputes.retrieve', path, 'dispute'),
  operation(
    'disputes.update',
    'POST',
    `${path}/:id`,
    paramsFor<Stripe.DisputeUpdateParams>()({
      evidence: evidence.optional(),
      metadata: metadata.optional(),
      submit: flag.optional(),
    }),
    (call, params, id) => updateDispute(call, id, params),
  ),
];
