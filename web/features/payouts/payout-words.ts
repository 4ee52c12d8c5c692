import { PAYOUT_STATES, type PayoutRow } from '#contract/entities/payout.ts';
import { formatCents } from '#contract/rules/money.ts';

export const stateOf = ({ state }: Pick<PayoutRow, 'state'>): string =>
  (PAYOUT_STATES as Record<string, string>)[state] ?? state;

export function moneyOf(cents: number, currency = 'usd'): string {
  return currency === 'usd' ? formatCents(cents) : `${formatCents(cents, '')} ${currency.toUpperCase()}`;
}

const KINDS: Record<string, string> = {
  adjustment: 'Dispute',
  charge: 'Sale',
  payment: 'Sale',
  payment_failure_refund: 'Payment failed',
  payment_refund: 'Refund',
  payout_failure: 'Payout returned',
  refund: 'Refund',
  refund_failure: 'Refund returned',
  stripe_fee: 'Provider fee',
};

export function kindOf(type: string): string {
  const words = type.replaceAll('_', ' ');
  return KINDS[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the payout consists of; parts that are zero are left out. */
export function partsOf({ sales, refunds, disputes, fees, other, currency }: PayoutRow): string {
  const parts = [
    ['Sales', sales],
    ['refunds', -refunds],
    ['disputes', -disputes],
    ['fees', -fees],
    ['other', other],
  ] as const;
  return parts
    .filter(([, cents]) => cents !== 0)
    .map(([name, cents]) => `${name} ${moneyOf(cents, currency)}`)
    .join(', ');
}
