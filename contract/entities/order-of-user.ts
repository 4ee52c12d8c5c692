import { z } from 'zod';
import { cents, count, id, isoDate, isoTimestamp, photoId } from '../primitives.ts';
import { EVIDENCE_STATUSES } from '../rules/dispute-evidence.ts';
import { DISPUTE_STATES, PAYMENT_STATES, REFUND_STATES, RETURNED_OUTCOMES } from '../rules/order-states.ts';
import { order, orderItem } from './order.ts';
import { balance } from './staff-rows.ts';

export const orderOfUser = order.extend({
  gift: z
    .object({
      email: z.string().nullable(),
      message: z.string(),
      /** Null while something still waits for the recipient. */
      delivered_at: isoTimestamp.nullable(),
    })
    .nullable(),
  items: z.array(
    orderItem.extend({
      refunded: cents,
      is_refunded: z.boolean(),
      /** A payment can be swapped if it was not refunded and is not shared with others. */
      can_swap: z.boolean(),
      /** This differs from what was bought after a swap. */
      now: z.object({ album: id, event: id, title: z.string(), image: photoId.nullable(), price: cents }),
    }),
  ),
  /** This user's own payments and refunds. In a pool the others pay the rest of the total. */
  own: z.object({ paid: cents, refunded: cents }),
  payments: z.array(
    z.object({
      id,
      amount: cents,
      status: z.enum(PAYMENT_STATES),
      failure: z.string().nullable(),
      created_at: isoTimestamp,
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      /** In a pool, several people pay. */
      payer: z.object({ id, name: z.string() }),
    }),
  ),
  refunds: z.array(
    z.object({
      id,
      amount: cents,
      status: z.enum(REFUND_STATES),
      memo: z.string(),
      created_at: isoTimestamp,
    }),
  ),
  /** Refunds that the card provider refused or the bank returned, the oldest first. */
  returned_refunds: z.array(
    z.object({
      id,
      refund: id,
      /** The amount that is still owed. */
      amount: cents,
      /** The card provider made no refund, so nothing came back. */
      was_refused: z.boolean(),
      payer: z.object({ id, name: z.string() }),
      /** The buyer holds what the refund was for. */
      has_entitlements: z.boolean(),
      owed_since: isoTimestamp,
      /** The refund was sent again, and the provider has not answered yet. */
      is_being_sent: z.boolean(),
      outcome: z.enum(RETURNED_OUTCOMES).nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** Movements at the card provider that could not be booked yet, oldest first. */
  unbooked: z.array(
    z.object({ id, kind: z.enum(['refund', 'dispute']), amount: cents, created_at: isoTimestamp }),
  ),
  disputes: z.array(
    z.object({
      id,
      payment: id,
      amount: cents,
      /** What it keeps of the payment now; a bank may take less than the buyer disputes, or give a part back. */
      kept: cents,
      /** The card provider's word, such as `fraudulent`. */
      reason: z.string().nullable(),
      status: z.enum(DISPUTE_STATES),
      /** The bank only asks, and has taken no money. */
      is_inquiry: z.boolean(),
      due_by: isoTimestamp.nullable(),
      created_at: isoTimestamp,
      evidence: z.enum(EVIDENCE_STATUSES),
      /** The card provider refused what was sent last. */
      was_refused: z.boolean(),
      sent_at: isoTimestamp.nullable(),
      sent_by: z.string().nullable(),
    }),
  ),
  /** Waits for someone other than the one who asked for it. */
  refund_request: z
    .object({
      id,
      amount: cents,
      memo: z.string(),
      lines: z.array(id),
      keeps_purchase: z.boolean(),
      requested_by: z.object({ id: id.nullable(), name: z.string() }),
      created_at: isoTimestamp,
    })
    .nullable(),
});
export type OrderOfUser = z.output<typeof orderOfUser>;

export const PAYMENT_TROUBLES = [
  'payment',
  'refund',
  'returned_refund',
  'refused_refund',
  'dispute',
  'refund_request',
  'unbooked',
] as const;

/** Money about which staff have to do something. */
export const paymentCase = z.object({
  /** Unique among all troubles, such as `dispute:7`. */
  key: z.string(),
  trouble: z.enum(PAYMENT_TROUBLES),
  order: id,
  customer: id,
  customer_name: z.string(),
  amount: cents,
  since: isoTimestamp,
});
export type PaymentCase = z.output<typeof paymentCase>;

/** The states that the card provider documents. */
export const PAYOUT_STATES = {
  pending: 'Pending',
  in_transit: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
} as const;

export const payoutRow = z.object({
  id,
  /** The number at the card provider. */
  payout: z.string(),
  state: z.string(),
  amount: balance,
  currency: z.string(),
  arrives_on: isoDate,
  automatic: z.boolean(),
  failure: z.string().nullable(),
  created_at: isoTimestamp,
  transactions: count,
  /** Sales less refunds, disputes and fees, plus the rest, is the amount. */
  sales: balance,
  refunds: balance,
  disputes: balance,
  fees: balance,
  other: balance,
});
export type PayoutRow = z.output<typeof payoutRow>;

export const payoutLineRow = z.object({
  id,
  transaction: z.string(),
  at: isoTimestamp,
  available_at: isoTimestamp,
  type: z.string(),
  source: z.string().nullable(),
  order: id.nullable(),
  amount: balance,
  fee: balance,
  net: balance,
});
export type PayoutLineRow = z.output<typeof payoutLineRow>;
