// What several people can make of their copies. Where all copies agree, every mixture shows what they agree about.

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
