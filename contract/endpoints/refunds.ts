import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { payoutLineRow, payoutRow } from '#contract/entities/order-of-user.ts';
import { balance } from '#contract/entities/staff-rows.ts';
import { listEndpoints } from '#contract/lists/list.ts';
import { payoutLineList, payoutList } from '#contract/lists/payouts.ts';
import { EVIDENCE_PARTS, EVIDENCE_STATUSES, MAX_EVIDENCE_NOTE } from '#contract/rules/dispute-evidence.ts';
import { payment, refund, requestedRefund } from '../entities/order.ts';
import {
  cents,
  count,
  done,
  id,
  idParams,
  isoTimestamp,
  photoId,
  requiredText,
  text,
} from '../primitives.ts';
import { DISPUTE_REFUND_REASONS, RETURNED_SETTLEMENTS } from '../rules/order-states.ts';
import { orderParams } from './orders.ts';

const endpoint = endpointsOf('Orders and payments');

export const refundEndpoints = {
  swapAlbumPayment: endpoint('POST /album-payments/swap', {
    access: 'purchases',
    verification: 'address',
    summary:
      'Swap a purchased album (a line of an order) for another; customers may do this once with their own',
    body: z.strictObject({ album_payment_id: id, album_id: id, memo: text(1_000).optional() }),
    response: payment,
  }),
  swapImagePayment: endpoint('POST /image-payments/swap', {
    access: 'customers',
    summary: 'Swap a purchased image (a line of an order) for another',
    body: z.strictObject({ image_payment_id: id, image_id: photoId, memo: text(1_000).optional() }),
    response: payment,
  }),
  refundOrder: endpoint('POST /orders/:id/refund', {
    access: 'refunds',
    summary:
      'Refund an order, some of its lines or any amount of them; what was bought ends only if all of its money goes back; a high amount waits for a second person (202)',
    params: orderParams,
    body: z.strictObject({
      lines: z.array(id).min(1).max(500).optional(),
      /** All that is left of the lines, unless given; a part of it keeps the purchase. */
      amount: cents.min(1).optional(),
      /** The latest refund that the caller saw, null for none: a newer one refuses this, so that nobody refunds twice unseen. */
      latest_refund: id.nullable().optional(),
      /** Needed while a bank disputes a payment of the order. */
      dispute_reason: z.enum(DISPUTE_REFUND_REASONS).optional(),
      memo: requiredText(1_000),
    }),
    response: refund,
    otherResponses: { 202: requestedRefund },
  }),
  approveRefund: endpoint('POST /refund-requests/:id/approve', {
    access: 'refunds',
    summary: 'Execute a refund that someone else requested',
    params: idParams,
    response: refund,
  }),
  settleReturnedRefund: endpoint('POST /returned-refunds/:id/settle', {
    access: 'refunds',
    summary:
      'Settle a refund that the card provider refused or the bank returned: send it again, or record that it was paid another way or that the goods were kept',
    params: idParams,
    body: z.strictObject({ how: z.enum(RETURNED_SETTLEMENTS), note: requiredText(1_000) }),
    response: z.object({ status: z.enum(['settled', 'sent', 'waiting']) }),
  }),
  declineRefund: endpoint('POST /refund-requests/:id/decline', {
    access: 'refunds',
    summary: 'Decline a refund that someone else requested, or withdraw your own request',
    params: idParams,
    response: done,
  }),
};

const disputeEvidence = z.object({
  status: z.enum(EVIDENCE_STATUSES),
  note: z.string(),
  /** Empty once the buyer's account is deleted. */
  parts: z.array(z.object({ part: z.enum(EVIDENCE_PARTS), text: z.string() })),
});
export type DisputeEvidence = z.output<typeof disputeEvidence>;

export const evidenceNote = z.strictObject({ note: text(MAX_EVIDENCE_NOTE) });

export const disputeEndpoints = {
  getEvidence: endpoint('GET /disputes/:id/evidence', {
    access: 'customers',
    summary: 'Get the evidence for a dispute: a preview, or what was sent',
    params: idParams,
    response: disputeEvidence,
  }),
  sendEvidence: endpoint('POST /disputes/:id/evidence', {
    access: 'refunds',
    summary: 'Send what we know about a disputed payment to the bank; this is final',
    params: idParams,
    body: evidenceNote,
    response: z.object({ status: z.enum(['sent', 'waiting']) }),
  }),
};

const providerBalances = z.array(
  z.object({
    currency: z.string(),
    /** Ready for the next payout. */
    available: balance,
    /** Charged, and not available yet. */
    pending: balance,
  }),
);

export const payoutEndpoints = {
  providerBalance: endpoint('GET /payouts/balance', {
    access: 'payouts',
    tag: 'Payouts',
    summary: 'Get the balance at the card provider',
    /** Null while the card provider does not answer. */
    response: z.object({ balances: providerBalances.nullable() }),
  }),
};

export const payoutListEndpoints = listEndpoints(payoutList, {
  row: payoutRow,
  access: 'payouts',
  tag: 'Payouts',
});

export const payoutLineListEndpoints = listEndpoints(payoutLineList, {
  row: payoutLineRow,
  access: 'payouts',
  tag: 'Payouts',
});

const cardAttempts = z.object({
  /** `challenged`: the bank has to confirm the next payment. `blocked`: no card is tried until `blocked_until`. */
  state: z.enum(['free', 'challenged', 'blocked']),
  blocked_until: isoTimestamp.nullable(),
  /** In the last 24 hours, without what was lifted. */
  declined: count,
  limit: count,
  /** The newest ones. */
  tries: z.array(
    z.object({
      at: isoTimestamp,
      outcome: z.enum(['declined', 'passed', 'open', 'ignored']),
      reason: z.string().nullable(),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      is_lifted: z.boolean(),
    }),
  ),
});
export type CardAttempts = z.output<typeof cardAttempts>;

export const cardAttemptEndpoints = {
  cardAttemptsOfUser: endpoint('GET /users/:id/card-attempts', {
    access: 'customers',
    tag: 'Users',
    summary: 'Get the cards a user tried, and whether the limit on declined cards blocks them',
    params: idParams,
    response: cardAttempts,
  }),
  liftCardAttempts: endpoint('POST /users/:id/card-attempts/lift', {
    access: 'customers',
    tag: 'Users',
    summary: 'Count a user’s declined cards, and those on their devices, from zero again',
    params: idParams,
    response: cardAttempts,
  }),
};
