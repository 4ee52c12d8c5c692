import { detectFeatures, type Features, ones, WORDS } from './local-features.ts';
import { type Leak, shrinkLeak, type Turn, turnLeak } from './open-leak.ts';

// Finds the features of a leak that look like those of a stored photo.

/** Match `n` says that feature `leaked[n]` of the leak and feature `stored[n]` of the photo differ in `bits[n]` bits. */
export type Matches = { count: number; leaked: Uint16Array; stored: Uint16Array; bits: Uint8Array };

/** Returns the matches of a stored photo. */
type MatchFeatures = (stored: Features) => Matches;

export const MAX_BITS = 52;
/** Nearly all pairs differ a lot already in their first two words, so the rest need not be counted. */
const MAX_IN_TWO = 24;
/** One corner is found in several sizes of the leak. Repeated patterns would match everywhere. */
const MAX_PER_FEATURE = 3;
/** The lookup uses the first twelve bits of each word of a descriptor. */
const TABLE_BITS = 12;
const TABLE_SHIFT = 32 - TABLE_BITS;
const TABLE_SIZE = 2 ** TABLE_BITS;
const NEAR = Array.from({ length: TABLE_SIZE }, (_, bits) => bits).filter((bits) => ones(bits) <= 1);

/** The features under number `n` are `items[starts[n]]` up to, but without, `items[starts[n + 1]]`. */
type Table = { word: number; starts: Uint32Array; items: Uint16Array };

/**
 * Comparing each stored feature with each of the leak would take seconds. Features that look alike agree in nearly all
 * bits of some word, so each feature of the leak is kept under every number of twelve bits that differs in at most one.
 */
export function openMatching({ count, words }: Features): MatchFeatures {
  const tables = Array.from({ length: WORDS }, (_, word) => fillTable(words, count, word));
  const comparedWith = new Uint32Array(count);
  const nearest = { leaked: new Uint16Array(MAX_PER_FEATURE), bits: new Uint8Array(MAX_PER_FEATURE) };
  let asked = 0;

  /** Puts the nearest features of the leak into `nearest`, the best first, and returns how many there are. */
  function findNearest(stored: Int32Array, at: number): number {
    asked += 1;
    let found = 0;
    const first = stored[at] as number;
    const second = stored[at + 1] as number;
    for (const { word, starts, items } of tables) {
      const number = (stored[at + word] as number) >>> TABLE_SHIFT;
      const end = starts[number + 1] as number;
      for (let item = starts[number] as number; item < end; item += 1) {
        const i = items[item] as number;
        if (comparedWith[i] === asked) continue;
        comparedWith[i] = asked;
        const own = i * WORDS;
        let bits = ones((words[own] as number) ^ first) + ones((words[own + 1] as number) ^ second);
        if (bits > MAX_IN_TWO) continue;
        for (let n = 2; n < WORDS; n += 1)
          bits += ones((words[own + n] as number) ^ (stored[at + n] as number));
        if (bits <= MAX_BITS) found = insert(nearest, found, i, bits);
      }
    }
    return found;
  }

  return (stored) => {
    const max = stored.count * MAX_PER_FEATURE;
    const matches = {
      count: 0,
      leaked: new Uint16Array(max),
      stored: new Uint16Array(max),
      bits: new Uint8Array(max),
    };
    for (let j = 0; j < stored.count; j += 1) {
      const found = findNearest(stored.words, j * WORDS);
      for (let n = 0; n < found; n += 1) {
        matches.leaked[matches.count] = nearest.leaked[n] as number;
        matches.bits[matches.count] = nearest.bits[n] as number;
        matches.stored[matches.count] = j;
        matches.count += 1;
      }
    }
    return matches;
  };
}

function fillTable(words: Int32Array, count: number, word: number): Table {
  const numberOf = (i: number) => (words[i * WORDS + word] as number) >>> TABLE_SHIFT;
  const ends = new Uint32Array(TABLE_SIZE + 1);
  for (let i = 0; i < count; i += 1) {
    for (const difference of NEAR) {
      const at = (numberOf(i) ^ difference) + 1;
      ends[at] = (ends[at] as number) + 1;
    }
  }
  for (let number = 0; number < TABLE_SIZE; number += 1)
    ends[number + 1] = (ends[number + 1] as number) + (ends[number] as number);
  const starts = Uint32Array.from(ends);
  const items = new Uint16Array(count * NEAR.length);
  for (let i = 0; i < count; i += 1) {
    for (const difference of NEAR) {
      const number = numberOf(i) ^ difference;
      items[ends[number] as number] = i;
      ends[number] = (ends[number] as number) + 1;
    }
  }
  return { word, starts, items };
}

type Nearest = { leaked: Uint16Array; bits: Uint8Array };

/** Keeps the list sorted and no longer than it may be, and returns its new length. */
function insert({ leaked, bits }: Nearest, length: number, feature: number, distance: number): number {
  let at = length < MAX_PER_FEATURE ? length : MAX_PER_FEATURE - 1;
  if (length === MAX_PER_FEATURE && (bits[at] as number) <= distance) return length;
  for (; at > 0 && (bits[at - 1] as number) > distance; at -= 1) {
    leaked[at] = leaked[at - 1] as number;
    bits[at] = bits[at - 1] as number;
  }
  leaked[at] = feature;
  bits[at] = distance;
  return Math.min(MAX_PER_FEATURE, length + 1);
}

/** A leak may show a part of the photo or a page around it, so it is looked at in many sizes. */
const LEAKED = { longSides: [640, 533, 444, 370, 309, 257, 214, 179], max: 700, cells: 8, maxPerCell: 22 };
/** One leak is compared with many photos. */
const known = new WeakMap<Leak, Map<string, Promise<Features>>>();

/** Returns the features of the leak after the turn. */
export function leakedFeatures(leak: Leak, turn: Turn): Promise<Features> {
  const turns = known.get(leak) ?? new Map<string, Promise<Features>>();
  known.set(leak, turns);
  const name = JSON.stringify(turn);
  const features = turns.get(name) ?? detect(leak, turn);
  turns.set(name, features);
  return features;
}

async function detect(leak: Leak, turn: Turn): Promise<Features> {
  return detectFeatures(await shrinkLeak(await turnLeak(leak, turn), LEAKED.longSides[0] as number), LEAKED);
}
