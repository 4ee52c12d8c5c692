import type Stripe from 'stripe';
import { type Call, operation, unixSeconds } from './call.ts';
import { newId } from './ids.ts';
import { listObjects } from './list.ts';
import type { BalanceTransaction } from './objects.ts';
import { pageShape, paramsFor } from './params.ts';
import { type Held, insertObject } from './store.ts';

const FIXED_FEE_CENTS = 30;

/** The provider charges 2.9 % plus 30 cents. */
export function processingFee(amountCents: number): number {
  return Math.round((amountCents * 29) / 1000) + FIXED_FEE_CENTS;
}

export type Booking = {
  type: 'adjustment' | 'charge' | 'refund' | 'refund_failure';
  amount: number;
  fee?: number;
  currency: string;
  source: string;
};

export async function book(call: Call, { fee = 0, ...booking }: Booking): Promise<BalanceTransaction> {
  const body: BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    created: unixSeconds(call.now),
    fee,
    net: booking.amount - fee,
    ...booking,
  };
  await insertObject(call.tx, 'balance_transaction', { body, hidden: {} });
  return body;
}

/** Sets the charge's balance transaction; the caller saves the charge. */
export async function bookCharge(call: Call, { body: charge }: Held<'charge'>): Promise<void> {
  const line = await book(call, {
    type: 'charge',
    amount: charge.amount_captured,
    fee: processingFee(charge.amount_captured),
    currency: charge.currency,
    source: charge.id,
  });
  charge.balance_transaction = line.id;
}

const path = '/v1/balance_transactions';

export const balanceTransactionOperations = [
  operation(
    'balanceTransactions.list',
    'GET',
    path,
    paramsFor<Stripe.BalanceTransactionListParams>()(pageShape),
    (call, params) => listObjects(call, 'balance_transaction', path, params),
  ),
];
