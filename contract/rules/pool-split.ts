// A pool's total in seven shares: equal to the cent, or as near as whole cents allow.

import { SHARES_PER_ALBUM } from './pricing.ts';

/** What each share costs; the first ones carry the cents that do not divide. */
export function shareAmountsCents(totalCents: number): number[] {
  const floor = Math.floor(totalCents / SHARES_PER_ALBUM);
  const rest = totalCents - floor * SHARES_PER_ALBUM;
  return Array.from({ length: SHARES_PER_ALBUM }, (_, position) => floor + (position < rest ? 1 : 0));
}

/** What the next shares cost when some are taken already: together they make the total, whoever takes how many. */
export function amountOfSharesCents(totalCents: number, alreadyTaken: number, shares: number): number {
  return shareAmountsCents(totalCents)
    .slice(alreadyTaken, alreadyTaken + shares)
    .reduce((sum, amount) => sum + amount, 0);
}
