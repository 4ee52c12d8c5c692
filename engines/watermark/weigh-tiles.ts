// The evidence of each tile for or against a viewer. Nothing here looks at anybody's code.
import { clamp } from './gray-image.ts';
import type { TileReading } from './read-leak.ts';

/**
 * What a tile adds to the score of a viewer whose code takes it from A, or from B: the logarithm of how much more likely that
 * is for somebody whose copy is in the leak than for anybody else. `expected` is the score to expect of such a viewer.
 */
export type Evidence = { ifA: Float64Array; ifB: Float64Array; expected: number };

/** What a reading says if so many copies were mixed. The weights, one for each evidence, are 1 in sum. */
export type WeighedEvidence = { weights: readonly number[]; evidence: readonly Evidence[] };

/** The share of the mark that survives in the leak. */
const GAINS = [0, 0.2, 0.3, 0.45, 0.65, 0.9];
/** The noise of the tiles, where 1 is the noise by which `readLeak` weighs them. */
const NOISES = [0.8, 1.1, 1.5, 2, 2.7];
/** The mark is not equally strong in all tiles. */
const SPREAD = 0.15;
const MAX_DEVIATIONS = 4;
/** An explanation that is less likely than this, compared with the best one, does not count. */
const MIN_LIKELY = Math.log(1e-3);
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
    const likely = explained.filter(({ likelihood }) => likelihood - best > MIN_LIKELY);
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
      const off = clamp(((soft[tile] as number) - mean) / deviation, -MAX_DEVIATIONS, MAX_DEVIATIONS);
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
    if (likelihood - best < MIN_LIKELY) continue;
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

/** The numbers of copies that are tried; those in between look much the same. */
export const COPIES = [1, 2, 3, 4, 5, 6, 8, 12];

/** How often each level, from -1 for B to 1 for A, is seen where `ones` of the copies have A. */
type Mixing = (ones: number, copies: number) => readonly (readonly [level: number, share: number])[];

const MIXINGS: readonly Mixing[] = [
  function mean(ones, copies) {
    return [[(2 * ones) / copies - 1, 1]];
  },
  /** The steps of a JPEG are as large as the mark. */
  function meanInSteps(ones, copies) {
    const level = (2 * ones) / copies - 1;
    return [
      [Math.round(level), 0.5],
      [-Math.round(-level), 0.5],
    ];
  },
  /** The least and the greatest value of each pixel, and what lies half way between them. */
  function extremes(ones, copies) {
    return [[agreed(ones, copies), 1]];
  },
  function median(ones, copies) {
    return [[Math.sign(2 * ones - copies), 1]];
  },
  function minority(ones, copies) {
    return [[agreed(ones, copies) || Math.sign(copies - 2 * ones), 1]];
  },
  /** Each tile of any copy. */
  function pieces(ones, copies) {
    return chosen(ones / copies);
  },
  function tossed(ones, copies) {
    return chosen((agreed(ones, copies) + 1) / 2);
  },
];

function agreed(ones: number, copies: number): -1 | 0 | 1 {
  if (ones === 0) return -1;
  return ones === copies ? 1 : 0;
}

const chosen = (share: number) => [[1, share] as const, [-1, 1 - share] as const];

/**
 * `shares` holds, for each bias, how often each of `levels` is seen in a tile that one given copy has from A, and from B, each
 * times the chance that it has it so. `ofTiles` is the place of each tile's bias.
 */
export type Mixture = { levels: readonly number[]; shares: Float64Array; ofTiles: Uint8Array };

/** `biases` are those of the tiles that were seen. */
export function mixturesOf(copies: number, biases: Uint8Array): Mixture[] {
  const different = [...new Set(biases)];
  const ofTiles = biases.map((bias) => different.indexOf(bias));
  return (copies === 1 ? MIXINGS.slice(0, 1) : MIXINGS).map((mixing) => {
    const all = Array.from({ length: copies + 1 }, (_, ones) => mixing(ones, copies));
    const levels = [...new Set(all.flat().map(([level]) => level))];
    const shares = new Float64Array(different.length * levels.length * 2);
    for (const [place, bias] of different.entries()) {
      for (let ones = 0; ones <= copies; ones += 1) {
        const chance = binomial(copies, ones, bias / 256);
        for (const [level, share] of all[ones] ?? []) {
          const at = (place * levels.length + levels.indexOf(level)) * 2;
          shares[at] = (shares[at] as number) + (chance * share * ones) / copies;
          shares[at + 1] = (shares[at + 1] as number) + chance * share * (1 - ones / copies);
        }
      }
    }
    return { levels, shares, ofTiles };
  });
}

function binomial(tries: number, hits: number, chance: number): number {
  let value = chance ** hits * (1 - chance) ** (tries - hits);
  for (let i = 1; i <= hits; i += 1) value *= (tries - hits + i) / i;
  return value;
}
