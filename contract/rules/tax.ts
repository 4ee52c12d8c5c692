import { splitCents, sumCents } from './money.ts';

// The tax of a line, and the places where buyers are taxed. A rate is in millionths: 7.875% is 78,750.

export const TAX_SOURCES = ['flat', 'table', 'stripe'] as const;
export type TaxSource = (typeof TAX_SOURCES)[number];

/** Everything sold today is digital. */
export const GOODS = ['digital', 'print', 'shipping'] as const;
export type Goods = (typeof GOODS)[number];

export const MILLIONTHS_PER_BASIS_POINT = 100;
const WHOLE = 1_000_000;

/** Without a country the rate counts everywhere. Without a state it counts in the whole country. */
export type TaxRate = { name: string; country: string; state: string; kind: Goods; rateMillionths: number };
export type TaxPart = TaxRate & { taxCents: number };
export type TaxPlace = { country: string; state: string; postalCode: string };

/** The taxes of a line by its price after discounts and its position. `isIncluded` says that the price contains them. */
export type Taxation = {
  isIncluded: boolean;
  partsOf: (cents: number, position: number) => TaxPart[];
};

export const NO_TAX: Taxation = { isIncluded: false, partsOf: () => [] };

/** Each rate is rounded alone. Inside a price the tax is rounded once, and then split by the rates. */
export function taxByRates(ratesOf: (position: number) => readonly TaxRate[], isIncluded = false): Taxation {
  return {
    isIncluded,
    partsOf: (cents, position) => {
      const rates = ratesOf(position);
      const amounts = isIncluded ? taxInside(cents, rates) : taxOnTop(cents, rates);
      return rates.map((rate, at) => ({ ...rate, taxCents: amounts[at] ?? 0 }));
    },
  };
}

const taxOnTop = (cents: number, rates: readonly TaxRate[]) =>
  rates.map(({ rateMillionths }) => Math.round((cents * rateMillionths) / WHOLE));

function taxInside(cents: number, rates: readonly TaxRate[]): number[] {
  const weights = rates.map(({ rateMillionths }) => rateMillionths);
  const sum = sumCents(weights);
  return splitCents(Math.round((cents * sum) / (WHOLE + sum)), sum === 0 ? weights.map(() => 1) : weights);
}

/**
 * Splits the tax of the next part of a line. `before` and `cents` are the tax booked so far and in this part. It is
 * computed from the sums, so that the parts of a line paid in full add up to its own taxes.
 */
export function splitTax(taxes: readonly { taxCents: number }[], before: number, cents: number): number[] {
  const weights = taxes.map(({ taxCents }) => taxCents);
  const until = splitCents(before, weights);
  return splitCents(before + cents, weights).map((sum, position) => sum - (until[position] ?? 0));
}

type Totals = { sub_total: number; credit: number; discount: number; tax: number; total: number };

export function isTaxIncluded({ sub_total, credit, discount, tax, total }: Totals): boolean {
  return tax > 0 && total === sub_total - credit - discount;
}

export function formatRate(rateMillionths: number): string {
  return `${rateMillionths / 10_000}%`;
}

/** Reads "7.875" or "7.875%" without rounding. */
export function readRate(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,2})(?:\.(\d{1,4}))?\s*%?$/.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 10_000 + Number(part.padEnd(4, '0'));
}

export const COUNTRY_CODE = /^[A-Z]{2}$/;
export const STATE_CODE = /^[A-Z0-9]{0,3}$/;

/** The three-digit prefixes of each state, first and last, as the postal service assigns them, with those of the military. */
const ZIP_PREFIXES =
  'NY005 PR006-007 VI008 PR009 MA010-027 RI028-029 NH030-038 ME039-049 VT050-054 MA055 VT056-059 CT060-069 NJ070-089 AE090-098 NY100-149 PA150-196 DE197-199 DC200 VA201 DC202-205 MD206-219 VA220-246 WV247-268 NC270-289 SC290-299 GA300-319 FL320-339 AA340 FL341-349 AL350-369 TN370-385 MS386-397 GA398-399 KY400-427 OH430-459 IN460-479 MI480-499 IA500-528 WI530-549 MN550-567 SD570-577 ND580-588 MT590-599 IL600-629 MO630-658 KS660-679 NE680-693 LA700-714 AR716-729 OK730-732 TX733 OK734-749 TX750-799 CO800-816 WY820-831 ID832-838 UT840-847 AZ850-865 NM870-884 TX885 NV889-898 CA900-961 AP962-966 HI967-968 GU969 OR970-979 WA980-994 AK995-999';

/** The state of a ZIP code; undefined if there is no such code. */
export function stateOfZip(zip: string): string | undefined {
  const digits = /^(\d{3})\d{2}(-\d{4})?$/.exec(zip.trim())?.[1];
  if (digits === undefined) return undefined;
  // Fishers Island is the only place of New York among the codes of Connecticut.
  if (zip.trim().startsWith('06390')) return 'NY';
  const range = ZIP_PREFIXES.split(' ').find((one) => {
    const [first = '', last = first] = one.slice(2).split('-');
    return digits >= first && digits <= last;
  });
  return range?.slice(0, 2);
}
