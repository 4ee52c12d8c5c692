// How sure it is that a copy was shown to a viewer. The leak is read without looking at any code. To a viewer who was not
// shown this copy, the bits of the code are coin tosses that are independent of the reading, so by Hoeffding's inequality
// z exceeds x with a chance below exp(-x * x / 2), whatever was done to the picture.
/** `chance` bounds the chance that anybody who was asked reaches this z without having been shown the copy. */
export type RankedViewer<Viewer> = { viewer: Viewer; z: number; chance: number };

/** Only a smaller chance of error names a viewer. */
export const NAMING_CHANCE = 1e-6;
const MOST_KEPT = 50;

type Candidate<Viewer> = { viewer: Viewer; code: Uint8Array };

/**
 * Ranks any number of candidates and returns the best 50, the best first. `readings` is how many readings were made
 * for this leak: of several photos, or of several ways to lay the leak over one. Every further reading is a further
 * chance to be wrong, so it raises the chance of error.
 */
export function rankViewers<Viewer>(
  soft: Float64Array,
  candidates: Iterable<Candidate<Viewer>>,
  { readings }: { readings: number },
): RankedViewer<Viewer>[] {
  const norm = Math.hypot(...soft);
  const agreement = openAgreement(soft);
  let kept: { viewer: Viewer; z: number }[] = [];
  let asked = 0;
  for (const { viewer, code } of candidates) {
    asked += 1;
    kept.push({ viewer, z: norm === 0 ? 0 : agreement(code) / norm });
    if (kept.length === 2 * MOST_KEPT) kept = best(kept);
  }
  return best(kept).map(({ viewer, z }) => ({ viewer, z, chance: chanceOf(z, asked * readings) }));
}

export function chanceOf(z: number, tries: number): number {
  return z > 0 ? Math.min(1, tries * Math.exp((-z * z) / 2)) : 1;
}

const TILES_PER_BYTE = 8;
const BYTES = 256;

/** Thousands of codes are asked, so what each byte of a code may add is worked out once. */
function openAgreement(soft: Float64Array): (code: Uint8Array) => number {
  const bytes = Math.ceil(soft.length / TILES_PER_BYTE);
  const sums = new Float64Array(bytes * BYTES);
  for (let i = 0; i < sums.length; i += 1) {
    const first = (i >> 8) * TILES_PER_BYTE;
    for (let bit = 0; bit < TILES_PER_BYTE && first + bit < soft.length; bit += 1) {
      const value = soft[first + bit] as number;
      sums[i] = (sums[i] as number) + (((i >> bit) & 1) === 1 ? value : -value);
    }
  }
  return (code) => {
    let sum = 0;
    for (let at = 0; at < bytes; at += 1) sum += sums[at * BYTES + (code[at] as number)] as number;
    return sum;
  };
}

function best<T extends { z: number }>(ranked: T[]): T[] {
  return ranked.toSorted((one, other) => other.z - one.z).slice(0, MOST_KEPT);
}
