import { invalidRequest } from './errors.ts';

/** The smallest amount that may be charged, in the currency's minor unit. */
const SMALLEST: Record<string, number> = { usd: 50, eur: 50, gbp: 30, cad: 50, aud: 50 };
const LARGEST = 99_999_999;

export function checkAmount(amount: number, currency: string): string {
  const code = currency.toLowerCase();
  const smallest = SMALLEST[code];
  if (smallest === undefined) {
    throw invalidRequest(
      `Invalid currency: ${code}. The sandbox supports the following currencies: ${Object.keys(SMALLEST).join(', ')}`,
      { param: 'currency' },
    );
  }
  if (amount < smallest) {
    throw invalidRequest(`Amount must be at least ${asMoney(smallest, code)}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > LARGEST) {
    throw invalidRequest(`Amount must be no more than ${asMoney(LARGEST, code)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  return code;
}

export function asMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}
