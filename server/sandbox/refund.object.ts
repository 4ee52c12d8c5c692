import type Stripe from 'stripe';
import { type Call, unixSeconds } from './call.ts';
import { newId } from './ids.ts';
import { idOf, insertObject } from './store.ts';

export type NewRefund = {
  charge: Stripe.Charge;
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
  status: 'pending' | 'succeeded';
};

export async function insertRefund(call: Call, given: NewRefund): Promise<Stripe.Refund> {
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount: given.amount,
    balance_transaction: null,
    charge: given.charge.id,
    created: unixSeconds(call.now),
    currency: given.charge.currency,
    customer: idOf(given.charge.customer),
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: given.metadata,
    payment_intent: idOf(given.charge.payment_intent),
    payment_method: given.charge.payment_method,
    reason: given.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: given.status,
    transfer_reversal: null,
  };
  await insertObject(call.tx, 'refund', { body: refund, hidden: {} }, refund.created);
  return refund;
}

/** The charge's own account of what went back; released holds count as refunded, as at the provider. */
export function addRefunded(charge: Stripe.Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}
