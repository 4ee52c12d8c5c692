/** An account is named only if the chance of a mistake is below this. */
export const MOST_CHANCE = 1e-6;

/** The sums behind a chance are not exact enough to say more. */
const SMALLEST_SHOWN = 1e-12;

/** Rounds down to a power of ten, so that no more is claimed than is known: "1 in 1,000,000". */
export function chanceWords(chance: number): string {
  const shown = Math.max(SMALLEST_SHOWN, Math.min(chance, MOST_CHANCE));
  return `less than 1 in ${(10 ** Math.floor(-Math.log10(shown) + 1e-9)).toLocaleString('en-US')}`;
}
