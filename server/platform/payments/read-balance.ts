import type Stripe from 'stripe';
import type { BalanceLine, ProviderBalance, ProviderPayout } from './payment-types.ts';
import { idOf, requireObject } from './read-answer.ts';

const momentOf = (seconds: number) => new Date(seconds * 1000);

export function readBalanceLine(answer: Stripe.BalanceTransaction): BalanceLine {
  const line = requireObject(answer, 'balance_transaction');
  return {
    transactionId: line.id,
    sourceId: idOf(line.source) ?? '',
    type: line.type,
    amountCents: line.amount,
    feeCents: line.fee,
    netCents: line.net,
    currency: line.currency,
    availableOn: momentOf(line.available_on),
    createdAt: momentOf(line.created),
  };
}

export function readPayout(answer: Stripe.Payout): ProviderPayout {
  const payout = requireObject(answer, 'payout');
  return {
    payoutId: payout.id,
    state: payout.status,
    amountCents: payout.amount,
    currency: payout.currency,
    arrivesOn: momentOf(payout.arrival_date).toISOString().slice(0, 10),
    isAutomatic: payout.automatic,
    failureCode: payout.failure_code,
    createdAt: momentOf(payout.created),
  };
}

export function readBalance(answer: Stripe.Balance): ProviderBalance[] {
  const { available, pending } = requireObject(answer, 'balance');
  const currencies = [...new Set([...available, ...pending].map((amount) => amount.currency))].sort();
  const sumOf = (amounts: readonly { amount: number; currency: string }[], currency: string) =>
    amounts.reduce((sum, one) => (one.currency === currency ? sum + one.amount : sum), 0);
  return currencies.map((currency) => ({
    currency,
    availableCents: sumOf(available, currency),
    pendingCents: sumOf(pending, currency),
  }));
}
