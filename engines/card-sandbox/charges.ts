import type Stripe from 'stripe';
import type { z } from 'zod';
import {
  type Call,
  type Decline,
  newId,
  operation,
  pageShape,
  paramsFor,
  secondsFrom,
  text,
  unixSeconds,
} from './call.ts';
import type { BalanceTransaction } from './objects.ts';
import { schedule } from './sandbox-context.ts';
import { type Held, insertObject, listing, listObjects, retrieving } from './store.ts';

const HOUR_SECONDS = 3600;
const HOLD_SECONDS = 7 * 24 * HOUR_SECONDS;
/** Visa releases a hold that was placed without the buyer after less than five days. */
const SHORT_HOLD_SECONDS = (4 * 24 + 18) * HOUR_SECONDS;

export async function createCharge(
  call: Call,
  { body: intent, hidden }: Held<'payment_intent'>,
  { body: method, hidden: { testCard } }: Held<'payment_method'>,
  declined?: Decline,
): Promise<Held<'charge'>> {
  const { brand, last4 } = method.card;
  const isCaptured = !declined && intent.capture_method === 'automatic';
  const holdSeconds = brand === 'visa' && hidden.offSession ? SHORT_HOLD_SECONDS : HOLD_SECONDS;
  const captureBefore = unixSeconds(secondsFrom(call.now, holdSeconds));
  const charge: Held<'charge'> = {
    body: {
      id: newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: isCaptured ? intent.amount : 0,
      amount_refunded: 0,
      balance_transaction: null,
      captured: isCaptured,
      created: unixSeconds(call.now),
      currency: intent.currency,
      customer: intent.customer,
      disputed: false,
      failure_code: declined?.code ?? null,
      failure_message: declined?.message ?? null,
      metadata: intent.metadata,
      paid: !declined,
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: {
        type: 'card',
        card: { brand, last4, ...(declined || isCaptured ? {} : { capture_before: captureBefore }) },
      },
      refunded: false,
      status: declined ? 'failed' : 'succeeded',
    },
    hidden: { testCard },
  };
  await insertObject(call.tx, 'charge', charge);
  return charge;
}

const path = '/v1/charges';

export const chargeOperations = [
  listing('charges.list', path, 'charge', paramsFor<Stripe.ChargeListParams>()(pageShape)),
  retrieving('charges.retrieve', path, 'charge'),
];

const FIXED_FEE_CENTS = 30;

/** The provider charges 2.9 % plus 30 cents. */
export function processingFee(amountCents: number): number {
  return Math.round((amountCents * 29) / 1000) + FIXED_FEE_CENTS;
}

/** Card money becomes available after two days. */
const AVAILABLE_SECONDS = 2 * 24 * 3600;

export type Booking = {
  type: 'adjustment' | 'charge' | 'payout' | 'refund' | 'refund_failure' | 'transfer' | 'transfer_refund';
  amount: number;
  fee?: number;
  currency: string;
  source: string;
};

export async function book(
  call: Call,
  { fee = 0, ...booking }: Booking,
  payout?: string,
): Promise<BalanceTransaction> {
  const isCharge = booking.type === 'charge';
  const availableOn = isCharge ? secondsFrom(call.now, AVAILABLE_SECONDS) : call.now;
  const body: BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: unixSeconds(availableOn),
    created: unixSeconds(call.now),
    fee,
    net: booking.amount - fee,
    status: isCharge ? 'pending' : 'available',
    ...booking,
  };
  await insertObject(call.tx, 'balance_transaction', { body, hidden: payout ? { payout } : {} });
  if (isCharge) await schedule(call, 'make_payout', body.id, availableOn);
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

const balancePath = '/v1/balance_transactions';

const listParams = paramsFor<Stripe.BalanceTransactionListParams>()({
  ...pageShape,
  payout: text.optional(),
});

async function listTransactions(call: Call, { payout, ...page }: z.output<typeof listParams>) {
  const found = await listObjects(call, 'balance_transaction', balancePath, page, payout ? { payout } : {});
  const now = unixSeconds(call.now);
  const statusOf = (line: BalanceTransaction) => (line.available_on <= now ? 'available' : 'pending');
  return { ...found, data: found.data.map((line) => ({ ...line, status: statusOf(line) })) };
}

export const balanceTransactionOperations = [
  operation('balanceTransactions.list', 'GET', balancePath, listParams, listTransactions),
];
