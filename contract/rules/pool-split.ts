// A pool's total in seven shares, as equal as whole cents allow.

import { splitCents, sumCents } from './money.ts';
import { SMALLEST_CHARGE_CENTS } from './order-totals.ts';
import { SHARES_PER_ALBUM } from './pricing.ts';

/** The first shares carry the cents that do not divide. */
export function shareAmountsCents(totalCents: number): number[] {
  return splitCents(totalCents, Array<number>(SHARES_PER_ALBUM).fill(1));
}

/** No card can be charged for less than the smallest amount, so every share needs it. */
export function isTooSmallToShare(totalCents: number): boolean {
  return totalCents < SHARES_PER_ALBUM * SMALLEST_CHARGE_CENTS;
}

/** The price of the next shares once some are taken. */
export function amountOfSharesCents(totalCents: number, alreadyTaken: number, shares: number): number {
  return sumCents(shareAmountsCents(totalCents).slice(alreadyTaken, alreadyTaken + shares));
}
