// What an order costs: prices, less credit for single images already bought, less a coupon, plus tax.

import { splitCents, sumCents } from './money.ts';

export type Discount = { kind: 'percent'; percentOff: number } | { kind: 'fixed'; amountOffCents: number };

export type LinePrice = {
  priceCents: number;
  creditCents: number;
  /** False for a line that the coupon does not cover. */
  isDiscounted?: boolean;
};

export type LineTotal = Pick<LinePrice, 'priceCents' | 'creditCents'> & {
  discountCents: number;
  taxCents: number;
  totalCents: number;
};

export type OrderTotals = {
  subTotalCents: number;
  creditCents: number;
  discountCents: number;
  taxCents: number;
  totalCents: number;
  lines: LineTotal[];
};

/** The card provider refuses smaller charges. */
export const SMALLEST_CHARGE_CENTS = 50;
/** The card provider takes amounts of at most eight digits. */
export const LARGEST_CHARGE_CENTS = 99_999_999;

/** The figures of the lines add up to those of the order. */
export function orderTotals(
  prices: readonly LinePrice[],
  discount: Discount | undefined,
  taxRateBasisPoints = 0,
): OrderTotals {
  const payable = prices.map((line) => line.priceCents - Math.min(line.creditCents, line.priceCents));
  const covered = payable.map((cents, position) => (prices[position]?.isDiscounted === false ? 0 : cents));
  const discounts = splitCents(discountCents(sumCents(covered), discount), covered);
  const totals = addUp(
    prices.map((line, position) => lineTotal(line, discounts[position] ?? 0, taxRateBasisPoints)),
  );
  const isTooSmall = totals.totalCents > 0 && totals.totalCents < SMALLEST_CHARGE_CENTS;
  if (!isTooSmall) return totals;
  // A total that is too small to charge is waived: it becomes part of the discount.
  return addUp(prices.map((line, position) => lineTotal(line, payable[position] ?? 0, 0)));
}

function lineTotal(line: LinePrice, discountCents: number, taxRateBasisPoints: number): LineTotal {
  const creditCents = Math.min(line.creditCents, line.priceCents);
  const discounted = line.priceCents - creditCents - discountCents;
  const taxCents = Math.round((discounted * taxRateBasisPoints) / 10_000);
  return {
    priceCents: line.priceCents,
    creditCents,
    discountCents,
    taxCents,
    totalCents: discounted + taxCents,
  };
}

function addUp(lines: LineTotal[]): OrderTotals {
  return {
    subTotalCents: sumCents(lines.map((line) => line.priceCents)),
    creditCents: sumCents(lines.map((line) => line.creditCents)),
    discountCents: sumCents(lines.map((line) => line.discountCents)),
    taxCents: sumCents(lines.map((line) => line.taxCents)),
    totalCents: sumCents(lines.map((line) => line.totalCents)),
    lines,
  };
}

function discountCents(payableCents: number, discount: Discount | undefined): number {
  if (!discount) return 0;
  if (discount.kind === 'fixed') return Math.min(discount.amountOffCents, payableCents);
  return Math.round((payableCents * discount.percentOff) / 100);
}
