// What an order costs: prices, less credit for single images already bought, less a coupon, plus tax.

export type Discount = { kind: 'percent'; percentOff: number } | { kind: 'fixed'; amountOffCents: number };

export type LinePrice = { priceCents: number; creditCents: number };

export type LineTotal = LinePrice & { discountCents: number; taxCents: number; totalCents: number };

export type OrderTotals = {
  subTotalCents: number;
  creditCents: number;
  discountCents: number;
  taxCents: number;
  totalCents: number;
  lines: LineTotal[];
};

/** The least the card provider charges. */
export const SMALLEST_CHARGE_CENTS = 50;

/** `taxRateBasisPoints` is 0 where tax is off. Every column adds up to the order's own figure. */
export function orderTotals(
  prices: readonly LinePrice[],
  discount: Discount | undefined,
  taxRateBasisPoints = 0,
): OrderTotals {
  const payable = prices.map((line) => line.priceCents - Math.min(line.creditCents, line.priceCents));
  const discounts = spread(discountCents(sum(payable), discount), payable);
  const totals = addUp(
    prices.map((line, position) => lineTotal(line, discounts[position] ?? 0, taxRateBasisPoints)),
  );
  const isTooSmall = totals.totalCents > 0 && totals.totalCents < SMALLEST_CHARGE_CENTS;
  if (!isTooSmall) return totals;
  // What no card can be charged is waived: the rest of every line becomes discount.
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
    subTotalCents: sum(lines.map((line) => line.priceCents)),
    creditCents: sum(lines.map((line) => line.creditCents)),
    discountCents: sum(lines.map((line) => line.discountCents)),
    taxCents: sum(lines.map((line) => line.taxCents)),
    totalCents: sum(lines.map((line) => line.totalCents)),
    lines,
  };
}

function discountCents(payableCents: number, discount: Discount | undefined): number {
  if (!discount) return 0;
  if (discount.kind === 'fixed') return Math.min(discount.amountOffCents, payableCents);
  return Math.round((payableCents * discount.percentOff) / 100);
}

/** Splits an amount over lines in proportion to what they cost; the last cents go to the largest remainders. */
function spread(amountCents: number, weights: readonly number[]): number[] {
  const total = sum(weights);
  if (amountCents === 0 || total === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (amountCents * weight) / total);
  const parts = exact.map(Math.floor);
  const order = exact
    .map((value, position) => ({ position, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.position - b.position);
  let left = amountCents - sum(parts);
  for (const { position } of order) {
    if (left === 0) break;
    parts[position] = (parts[position] ?? 0) + 1;
    left -= 1;
  }
  return parts;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
