// A pool's total in seven shares, as equal as whole cents allow.

import { splitCents, sumCents } from './money.ts';
import { SHARES_PER_ALBUM } from './pricing.ts';

/** The first shares carry the cents that do not divide. */
export function shareAmountsCents(totalCents: number): number[] {
  return splitCents(totalCents, Array<number>(SHARES_PER_ALBUM).fill(1));
}

/** The price of the next shares once some are taken. */
export function amountOfSharesCents(totalCents: number, alreadyTaken: number, shares: number): number {
  return sumCents(shareAmountsCents(totalCents).slice(alreadyTaken, alreadyTaken + shares));
}
