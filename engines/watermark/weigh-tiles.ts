// What each tile of a reading says for or against a viewer. Nothing here looks at anybody's code.
import { clamp } from './gray-picture.ts';
import { COPIES, type Mixture, mixturesOf } from './mixtures.ts';
import type { TileReading } from './read-leak.ts';

/**
 * What a tile adds to the score of a viewer whose code takes it from A, or from B: the logarithm of how much more likely that
 * is for somebody whose copy is in the leak than for anybody else. `expected` is the score to expect of such a viewer.
 */
export type Evidence = { ifA: Float64Array; ifB: Float64Array; expected: number };

/** What a reading says if so many copies were mixed. The weights, one for each evidence, are 1 in sum. */
export type WeighedEvidence = { weights: readonly number[]; evidence: readonly Evidence[] };

/** How much of the mark is left in the leak. */
const GAINS = [0, 0.2, 0.3, 0.45, 0.65, 0.9];
/** How noisy the tiles are, where 1 is what `readLeak` weighs them by. */
const NOISES = [0.8, 1.1, 1.5, 2, 2.7];
/** The mark is not equally strong in all tiles. */
const SPREAD = 0.15;
const MOST_DEVIATIONS = 4;
/** An explanation that is less likely than this, compared with the best one, does not count. */
const LEAST_LIKELY = Math.log(1e-3);
/** Tiles are not quite independent, and not all equally noisy, so likelihoods are taken less seriously than they look. */
const CAUTION = 4;
/** A tile may show anything, for example a sticker, so none is certain. */
const DOUBT = 0.01;

/**
 * Returns what the reading says for each number of mixed copies in COPIES. For each, every way to mix them, every gain and every
 * noise is an explanation of the reading, and counts as much as it makes the reading likely. Often the reading alone does not
 * tell the gain, so each gain has evidence of its own. A wrong explanation costs certainty, but names nobody wrongly: for
 * anybody else, whose code depends on the biases alone, each tile multiplies the evidence by 1 on average.
 */
export function weighTiles(reading: TileReading, biases: Uint8Array): WeighedEvidence[] {
  const tiles = Uint32Array.from(reading.strength.keys()).filter(
    (tile) => (reading.strength[tile] as number) > 0,
  );
  const ofTiles = Uint8Array.from(tiles, (tile) => biases[tile] as number);
  const conditions = GAINS.map((gain) =>
    NOISES.map((noise) => likelihoodsOf(reading, tiles, { gain, noise })),
  );
  return COPIES.map((copies) => {
    const mixtures = mixturesOf(copies, ofTiles);
    const explained = conditions.map((ofGain) => averageExplanations(mixtures, ofGain));
    const best = Math.max(...explained.map(({ likelihood }) => likelihood));
    const likely = explained.filter(({ likelihood }) => likelihood - best > LEAST_LIKELY);
    const weights = likely.map(({ likelihood }) => Math.exp(likelihood - best));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return {
      weights: weights.map((weight) => weight / total),
      evidence: likely.map(({ chances }) => evidenceOf(chances, tiles, biases)),
    };
  });
}

function evidenceOf(chances: Float64Array, tiles: Uint32Array, biases: Uint8Array): Evidence {
  const ifA = new Float64Array(biases.length);
  const ifB = new Float64Array(biases.length);
  let expected = 0;
  for (const [i, tile] of tiles.entries()) {
    const bias = (biases[tile] as number) / 256;
    const chance = (1 - DOUBT) * (chances[i] as number) + DOUBT * bias;
    ifA[tile] = Math.log(chance / bias);
    ifB[tile] = Math.log((1 - chance) / (1 - bias));
    expected += chance * (ifA[tile] as number) + (1 - chance) * (ifB[tile] as number);
  }
  return { ifA, ifB, expected };
}

/** Returns how likely a level makes what was read of each tile. */
type Likelihoods = (level: number) => Float64Array;

function likelihoodsOf(
  { soft, strength }: TileReading,
  tiles: Uint32Array,
  { gain, noise }: { gain: number; noise: number },
): Likelihoods {
  const known = new Map<number, Float64Array>();
  const compute = (level: number) =>
    Float64Array.from(tiles, (tile) => {
      const full = strength[tile] as number;
      const mean = gain * level * full;
      const deviation = Math.sqrt(noise * noise * full + (SPREAD * mean) ** 2);
      const off = clamp(((soft[tile] as number) - mean) / deviation, -MOST_DEVIATIONS, MOST_DEVIATIONS);
      return Math.exp((-off * off) / 2) / deviation;
    });
  return (level) => {
    const likelihoods = known.get(level) ?? compute(level);
    known.set(level, likelihoods);
    return likelihoods;
  };
}

/** `chances` are those of A in the copy of somebody whose copy was mixed, and `likelihood` is a logarithm. */
type Explanation = { likelihood: number; chances: Float64Array };

function averageExplanations(mixtures: readonly Mixture[], conditions: readonly Likelihoods[]): Explanation {
  const all = mixtures.flatMap((mixture) => conditions.map((likelihoods) => explain(mixture, likelihoods)));
  const best = Math.max(...all.map(({ likelihood }) => likelihood));
  const average = new Float64Array(all[0]?.chances.length ?? 0);
  let total = 0;
  for (const { likelihood, chances } of all) {
    if (likelihood - best < LEAST_LIKELY) continue;
    const weight = Math.exp(likelihood - best);
    total += weight;
    for (let i = 0; i < average.length; i += 1) {
      average[i] = (average[i] as number) + weight * (chances[i] as number);
    }
  }
  return { likelihood: best + Math.log(total / all.length), chances: average.map((sum) => sum / total) };
}

function explain({ levels, shares, ofTiles }: Mixture, likelihoodsOfLevel: Likelihoods): Explanation {
  const likelihoods = levels.map(likelihoodsOfLevel);
  const chances = new Float64Array(ofTiles.length);
  let likelihood = 0;
  for (let i = 0; i < ofTiles.length; i += 1) {
    let at = (ofTiles[i] as number) * levels.length * 2;
    let a = 0;
    let b = 0;
    for (const ofLevel of likelihoods) {
      a += (shares[at] as number) * (ofLevel[i] as number);
      b += (shares[at + 1] as number) * (ofLevel[i] as number);
      at += 2;
    }
    chances[i] = a / (a + b);
    likelihood += Math.log(a + b);
  }
  return { likelihood: likelihood / CAUTION, chances };
}
