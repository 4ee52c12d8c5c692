import type Stripe from 'stripe';
import { z } from 'zod';
import { type Call, operation, secondsFrom, unixSeconds } from './call.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { listObjects } from './list.ts';
import { pageShape, paramsFor, text } from './params.ts';
import { getObject, type Held, insertObject, saveObject } from './store.ts';
import { getTestCard } from './test-cards.ts';

const FIXED_FEE_CENTS = 30;
const PENDING_SECONDS = 2 * 24 * 3600;

/** 2.9 % + 30 cents, rounded half up. */
export function processingFee(amountCents: number): number {
  return Math.round((amountCents * 29) / 1000) + FIXED_FEE_CENTS;
}

export type Booking = {
  type: 'adjustment' | 'charge' | 'refund' | 'refund_failure';
  category: 'charge' | 'dispute' | 'dispute_reversal' | 'refund' | 'refund_failure';
  amount: number;
  fee: number;
  currency: string;
  source: string;
  description: string | null;
  isAvailable?: boolean;
};

/** One line of the provider's books; lines are only ever added. */
export async function book(call: Call, booking: Booking): Promise<Stripe.BalanceTransaction> {
  const created = unixSeconds(call.now);
  const isAvailable = booking.isAvailable ?? booking.type !== 'charge';
  const body: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: booking.amount,
    available_on: isAvailable ? created : unixSeconds(secondsFrom(call.now, PENDING_SECONDS)),
    balance_type: 'payments',
    created,
    currency: booking.currency,
    description: booking.description,
    exchange_rate: null,
    fee: booking.fee,
    fee_details: booking.fee === 0 ? [] : [feeDetail(booking)],
    net: booking.amount - booking.fee,
    reporting_category: booking.category,
    source: booking.source,
    status: isAvailable ? 'available' : 'pending',
    type: booking.type,
  };
  await insertObject(call.tx, 'balance_transaction', { body, hidden: {} }, created);
  return body;
}

function feeDetail(booking: Booking): Stripe.BalanceTransaction.FeeDetail {
  return {
    amount: booking.fee,
    application: null,
    currency: booking.currency,
    description: booking.type === 'charge' ? 'Stripe processing fees' : 'Dispute fee',
    type: 'stripe_fee',
  };
}

/** The captured money of a charge; with asynchronous capture a moment after the payment succeeded. */
export async function bookCharge(call: Call, charge: Held<'charge'>): Promise<void> {
  if (charge.body.balance_transaction !== null) return;
  const line = await book(call, {
    type: 'charge',
    category: 'charge',
    amount: charge.body.amount_captured,
    fee: processingFee(charge.body.amount_captured),
    currency: charge.body.currency,
    source: charge.body.id,
    description: charge.body.description,
    isAvailable: getTestCard(charge.hidden.testCard).skipsPending,
  });
  charge.body.balance_transaction = line.id;
  await saveObject(call.tx, charge);
}

export async function bookChargeLater(call: Call, charge: Held<'charge'>): Promise<void> {
  if (charge.body.balance_transaction !== null) return;
  await bookCharge(call, charge);
  await emit(call, 'charge.updated', charge.body);
}

/** Pending money becomes available by the calendar alone. */
export function showBalanceTransaction(
  line: Stripe.BalanceTransaction,
  now: Date,
): Stripe.BalanceTransaction {
  return { ...line, status: line.available_on <= unixSeconds(now) ? 'available' : 'pending' };
}

const listParams = paramsFor<Stripe.BalanceTransactionListParams>()({
  ...pageShape,
  currency: text.optional(),
  source: text.optional(),
  type: text.optional(),
});
const path = '/v1/balance_transactions';

export const balanceTransactionOperations = [
  operation('balanceTransactions.list', 'GET', path, listParams, async (call, params) => {
    const { currency, source, type } = params;
    const page = await listObjects(call, 'balance_transaction', path, params, { currency, source, type });
    return { ...page, data: page.data.map((line) => showBalanceTransaction(line, call.now)) };
  }),
  operation(
    'balanceTransactions.retrieve',
    'GET',
    `${path}/:id`,
    z.strictObject({}),
    async (call, _params, id) =>
      showBalanceTransaction((await getObject(call.tx, 'balance_transaction', id)).body, call.now),
  ),
];
