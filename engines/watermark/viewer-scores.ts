import { COPIES, type Evidence, type WeighedEvidence } from './weigh-tiles.ts';

// How sure it is that a viewer's copies are in a leak. Pictures are read and weighed without looking at any code. The code of a
// viewer whose copies are not in the leak depends on the biases alone, so exp(score) is at most 1 on average, and by Markov's
// inequality a score of x or more has a chance of at most exp(-x), whatever was done to the pictures. Averages of such values, and
// products over pictures, whose codes are independent, keep this property; everything below is made of these two.

/** Only a smaller chance of error names a viewer. */
export const NAMING_CHANCE = 1e-6;

/** Bounds the chance that anybody of those asked reaches this score without a copy in the leak. */
export function chanceOf(score: number, asked: number): number {
  return Math.min(1, asked * Math.exp(-score));
}

/** Returns the scores of a code, one for each number of mixed copies. */
export type ScoreCode = (code: Uint8Array) => Float64Array;

export function openScores(weighed: readonly WeighedEvidence[]): ScoreCode {
  const ofCopies = weighed.map(({ weights, evidence }) => ({ weights, sums: evidence.map(openSum) }));
  return (code) =>
    Float64Array.from(ofCopies, ({ weights, sums }) =>
      sums
        .map((sum, i) => sum(code) + Math.log(weights[i] as number))
        .reduce(addLogs, Number.NEGATIVE_INFINITY),
    );
}

const TILES_PER_BYTE = 8;
const BYTES = 256;

/** Thousands of codes are asked, so what each byte of a code may add is worked out once. */
function openSum({ ifA, ifB }: Evidence): (code: Uint8Array) => number {
  const bytes = Math.ceil(ifA.length / TILES_PER_BYTE);
  const sums = new Float64Array(bytes * BYTES);
  for (let i = 0; i < sums.length; i += 1) {
    const first = (i >> 8) * TILES_PER_BYTE;
    for (let bit = 0; bit < TILES_PER_BYTE && first + bit < ifA.length; bit += 1) {
      const values = ((i >> bit) & 1) === 1 ? ifA : ifB;
      sums[i] = (sums[i] as number) + (values[first + bit] as number);
    }
  }
  return (code) => {
    let sum = 0;
    for (let at = 0; at < bytes; at += 1) sum += sums[at * BYTES + (code[at] as number)] as number;
    return sum;
  };
}

/**
 * What is known of one viewer. A picture may be any of several photos, read with any of several keys: each is a guess with a
 * weight that must not depend on any code. The weights of a picture are at most 1 in sum, and what is left of 1 counts as
 * knowing nothing. So a wrong guess, or one about a photo that the viewer was not shown, does little harm.
 */
export type Tally = { weights: Float64Array; scores: Float64Array };

export function openTally(pictures: number): Tally {
  const scores = new Float64Array(pictures * COPIES.length).fill(Number.NEGATIVE_INFINITY);
  return { weights: new Float64Array(pictures), scores };
}

export function addGuess(
  tally: Tally,
  { picture, weight, scores }: { picture: number; weight: number; scores: Float64Array },
): void {
  tally.weights[picture] = (tally.weights[picture] as number) + weight;
  for (const [i, score] of scores.entries()) {
    const at = picture * COPIES.length + i;
    tally.scores[at] = addLogs(tally.scores[at] as number, score + Math.log(weight));
  }
}

/** Most leaks are of one person. */
const SINGLE_WEIGHT = 0.5;

const weightOfCopies = (copies: number) =>
  copies === 1 ? SINGLE_WEIGHT : (1 - SINGLE_WEIGHT) / (COPIES.length - 1);

/** The same people are behind all pictures of a leak, but nobody knows how many they are. */
export function totalOf({ weights, scores }: Tally): number {
  const sums = COPIES.map((copies, i) => {
    let sum = Math.log(weightOfCopies(copies));
    for (const [picture, weight] of weights.entries()) {
      const unknown = Math.log(Math.max(0, 1 - weight));
      sum += addLogs(scores[picture * COPIES.length + i] as number, unknown);
    }
    return sum;
  });
  return sums.reduce(addLogs, Number.NEGATIVE_INFINITY);
}

/** The first guess is nearly always right. The weights of any number of guesses are below 1 in sum. */
export function weightOfGuess(place: number): number {
  return place === 0 ? 0.75 : 0.25 / (place * (place + 1));
}

/** Returns log(exp(one) + exp(other)). */
function addLogs(one: number, other: number): number {
  const most = Math.max(one, other);
  return most === Number.NEGATIVE_INFINITY ? most : most + Math.log1p(Math.exp(Math.min(one, other) - most));
}
