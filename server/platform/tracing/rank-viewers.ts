// How sure it is that a copy was shown to a viewer. The leak is read without looking at any code. To a viewer who was not
// shown this copy, the bits of the code are coin tosses that are independent of the reading, so by Hoeffding's inequality
// z exceeds x with a chance below exp(-x * x / 2), whatever was done to the picture.
import { bitOf } from './assemble.ts';

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
export async function rankViewers<Viewer>(
  soft: Float64Array,
  candidates: Iterable<Candidate<Viewer>> | AsyncIterable<Candidate<Viewer>>,
  { readings }: { readings: number },
): Promise<RankedViewer<Viewer>[]> {
  const norm = Math.hypot(...soft);
  let kept: { viewer: Viewer; z: number }[] = [];
  let asked = 0;
  for await (const { viewer, code } of candidates) {
    asked += 1;
    kept.push({ viewer, z: norm === 0 ? 0 : agreement(soft, code) / norm });
    if (kept.length === 2 * MOST_KEPT) kept = best(kept);
  }
  return best(kept).map(({ viewer, z }) => ({ viewer, z, chance: chanceOf(z, asked * readings) }));
}

export function chanceOf(z: number, tries: number): number {
  return z > 0 ? Math.min(1, tries * Math.exp((-z * z) / 2)) : 1;
}

function agreement(soft: Float64Array, code: Uint8Array): number {
  let sum = 0;
  for (let tile = 0; tile < soft.length; tile += 1) {
    sum += bitOf(code, tile) === 1 ? (soft[tile] as number) : -(soft[tile] as number);
  }
  return sum;
}

function best<T extends { z: number }>(ranked: T[]): T[] {
  return ranked.toSorted((one, other) => other.z - one.z).slice(0, MOST_KEPT);
}
