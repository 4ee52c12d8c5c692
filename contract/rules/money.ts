// Money is whole cents: no cent is lost when an amount is split, and cents become text only here.

/**
 * Splits an amount in proportion to the weights. The parts add up to the amount; cents that do not divide go to the
 * largest remainders, and among equal remainders to the first.
 */
export function splitCents(amountCents: number, weights: readonly number[]): number[] {
  if (amountCents === 0) return weights.map(() => 0);
  if (amountCents < 0) return splitCents(-amountCents, weights).map((part) => 0 - part);
  const total = sumCents(weights);
  if (total === 0) throw new Error(`${amountCents} cents cannot be split: all weights are zero`);
  const parts = weights.map((weight) => Math.floor((amountCents * weight) / total));
  const remainders = weights.map((weight, position) => ({
    position,
    remainder: amountCents * weight - (parts[position] ?? 0) * total,
  }));
  remainders.sort((a, b) => b.remainder - a.remainder);
  for (const { position } of remainders.slice(0, amountCents - sumCents(parts))) {
    parts[position] = (parts[position] ?? 0) + 1;
  }
  return parts;
}

export function sumCents(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Halves go away from zero, so that what is owed back mirrors what was earned. */
export const roundCents = (cents: number) => (cents < 0 ? 0 - Math.round(-cents) : Math.round(cents) + 0);

/** CSV files give amounts without a sign of the currency, so that a spreadsheet can add them up. */
export const dollars = (cents: number) => (cents / 100).toFixed(2);

export function formatCents(amountCents: number, prefix = '$'): string {
  const sign = amountCents < 0 ? '-' : '';
  const absolute = Math.abs(amountCents);
  const dollars = Math.floor(absolute / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = (absolute % 100).toString().padStart(2, '0');
  return `${sign}${prefix}${dollars}.${rest}`;
}
