// Matching features vote for where in the leak the middle of the stored photo lies, and in what size. Those of the right
// photo agree, and those that look alike by chance are scattered.
import type { Features } from './local-features.ts';
import type { Matches } from './match-features.ts';

/** `matches` are those that agree with the best place. */
type Vote = { score: number; matches: Matches };

/** `weights` say how much each match counts. */
type VotePlace = (stored: Features, matches: Matches, weights: Float64Array) => Vote | undefined;

const SCALE_STEP = 1.5;
/** Places are counted in squares of this share of the long side of the photo; each vote goes to the nearest four. */
const SQUARE = 0.15;
const BOXES = 2 ** 14;
const VOTES = 8;

export function openVoting(leaked: Features): VotePlace {
  const sums = new Float64Array(BOXES);
  const lastRound = new Uint32Array(BOXES);
  const lastFeature = new Uint16Array(BOXES);
  const boxes = new Uint16Array(VOTES);
  let round = 0;

  function listBoxes(stored: Features, i: number, j: number): void {
    const scale = (leaked.step[i] as number) / (stored.step[j] as number);
    const x = (leaked.x[i] as number) + (0.5 - (stored.x[j] as number)) * scale;
    const y = (leaked.y[i] as number) + (0.5 - (stored.y[j] as number)) * scale;
    const low = Math.floor(Math.log(scale) / Math.log(SCALE_STEP));
    const lowSide = SQUARE * SCALE_STEP ** low;
    for (let n = 0; n < VOTES; n += 1) {
      const size = low + (n >> 2);
      const side = size === low ? lowSide : lowSide * SCALE_STEP;
      const column = Math.floor(x / side - 0.5) + (n & 1);
      const row = Math.floor(y / side - 0.5) + ((n >> 1) & 1);
      boxes[n] = boxOf(size, column, row);
    }
  }

  function fillBoxes(stored: Features, matches: Matches, weights: Float64Array): Best {
    round += 1;
    const best = { score: 0, box: -1 };
    for (let n = 0; n < matches.count; n += 1) {
      const j = matches.stored[n] as number;
      listBoxes(stored, matches.leaked[n] as number, j);
      for (const box of boxes) {
        const isNew = lastRound[box] !== round;
        // The matches of one stored feature follow each other, and only the first of them counts in a box.
        if (!isNew && lastFeature[box] === j) continue;
        lastRound[box] = round;
        lastFeature[box] = j;
        sums[box] = (isNew ? 0 : (sums[box] as number)) + (weights[n] as number);
        if ((sums[box] as number) <= best.score) continue;
        best.score = sums[box] as number;
        best.box = box;
      }
    }
    return best;
  }

  return (stored, matches, weights) => {
    const { score, box } = fillBoxes(stored, matches, weights);
    if (box === -1) return undefined;
    const chosen: number[] = [];
    for (let n = 0; n < matches.count; n += 1) {
      listBoxes(stored, matches.leaked[n] as number, matches.stored[n] as number);
      if (boxes.includes(box)) chosen.push(n);
    }
    return { score, matches: pickMatches(matches, chosen) };
  };
}

type Best = { score: number; box: number };

/** Two places may share a box by chance; the matches in it are compared exactly later. */
function boxOf(size: number, column: number, row: number): number {
  const mixed = Math.imul(size, 73_856_093) ^ Math.imul(column, 19_349_663) ^ Math.imul(row, 83_492_791);
  return (mixed ^ (mixed >>> 15)) & (BOXES - 1);
}

function pickMatches({ leaked, stored, bits }: Matches, chosen: readonly number[]): Matches {
  return {
    count: chosen.length,
    leaked: Uint16Array.from(chosen, (n) => leaked[n] as number),
    stored: Uint16Array.from(chosen, (n) => stored[n] as number),
    bits: Uint8Array.from(chosen, (n) => bits[n] as number),
  };
}
