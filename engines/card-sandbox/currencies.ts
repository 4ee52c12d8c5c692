import { invalidRequest } from './errors.ts';

const SMALLEST_CENTS: Record<string, number> = { usd: 50, eur: 50, gbp: 30, cad: 50, aud: 50 };

/** The provider takes amounts of at most eight digits. */
const LARGEST_CENTS = 99_999_999;

/** Returns the currency in lower case. */
export function checkAmount(amountCents: number, currency: string): string {
  const code = currency.toLowerCase();
  const smallest = SMALLEST_CENTS[code];
  if (smallest === undefined) throw invalidRequest(`Invalid currency: ${code}.`, { param: 'currency' });
  if (amountCents > LARGEST_CENTS) {
    throw invalidRequest(`Amount must be no more than ${asMoney(LARGEST_CENTS, code)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  if (amountCents >= smallest) return code;
  throw invalidRequest(`Amount must be at least ${asMoney(smallest, code)}`, {
    code: 'amount_too_small',
    param: 'amount',
  });
}

export function asMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}
