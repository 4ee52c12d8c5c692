import { describe, expect, test } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import { bitOf, type Code, openCode } from './codeword.ts';
import type { TileReading } from './read-leak.ts';
import {
  addGuess,
  chanceOf,
  NAMING_CHANCE,
  openScores,
  openTally,
  type ScoreCode,
  totalOf,
  weightOfGuess,
} from './viewer-scores.ts';
import { weighTiles } from './weigh-tiles.ts';

const SECRET = Buffer.alloc(32, 5);
/** Those of a preview of 1600 x 1067 pixels. */
const TILES = 1675;
const STRENGTH = 30;
const VIEWERS = 10_000;
const viewerOf = (number: number) => `account:${number}`;

type Mix = (values: number[], random: () => number) => number;
const MIXES: Record<string, Mix> = {
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  least: (values) => agreed(values),
  'half way between least and greatest': (values) => agreed(values),
  median: (values) => Math.sign(values.reduce((sum, value) => sum + value, 0)),
  'random tiles': (values, random) => values[Math.floor(random() * values.length)] as number,
  'random where they differ': (values, random) => agreed(values) || (random() < 0.5 ? 1 : -1),
};
const agreed = (values: number[]) =>
  values.every((value) => value === values[0]) ? (values[0] as number) : 0;

/** What a leak of copies of these viewers reads like, with noise as after scaling and saving again. */
function readingOf(code: Code, viewers: readonly number[], mix: Mix, seed: number): TileReading {
  const random = seededRandom(seed);
  const codes = viewers.map((viewer) => code.of(viewerOf(viewer)));
  const strength = new Float64Array(TILES).fill(STRENGTH);
  const soft = strength.map((full, tile) => {
    const level = mix(
      codes.map((one) => bitOf(one, tile) * 2 - 1),
      random,
    );
    const noise = random() + random() + random() + random() - 2;
    return full * 0.8 * level + noise * 1.7 * Math.sqrt(full);
  });
  return { soft, strength };
}

const openImage = (code: Code, reading: TileReading): ScoreCode =>
  openScores(weighTiles(reading, code.biases));

function scoreOf(pictures: readonly { code: Code; score: ScoreCode }[], viewer: number): number {
  const tally = openTally(pictures.length);
  for (const [picture, { code, score }] of pictures.entries()) {
    addGuess(tally, { picture, weight: weightOfGuess(0), scores: score(code.of(viewerOf(viewer))) });
  }
  return totalOf(tally);
}

/** Reads `count` pictures of one leak. */
function leak(viewers: readonly number[], mix: Mix, count = 1) {
  return Array.from({ length: count }, (_, picture) => {
    const code = openCode(SECRET, picture, TILES);
    return { code, score: openImage(code, readingOf(code, viewers, mix, picture + 1)) };
  });
}

const isNamed = (score: number) => chanceOf(score, VIEWERS) < NAMING_CHANCE;
const coalition = (size: number) => Array.from({ length: size }, (_, i) => 13 + 977 * i);
const mean: Mix = (values, random) => MIXES.mean?.(values, random) ?? 0;

describe('one picture', () => {
  test('names only the viewer whose copy it is, among ten thousand', () => {
    const pictures = leak([7321], mean);
    const named = Array.from(Array(VIEWERS).keys()).filter((viewer) => isNamed(scoreOf(pictures, viewer)));
    expect(named).toEqual([7321]);
  });

  test.each(Object.keys(MIXES).flatMap((name) => [2, 3].map((size) => [name, size] as const)))(
    'names all viewers behind the %s of %i copies',
    (name, size) => {
      const viewers = coalition(size);
      const pictures = leak(viewers, MIXES[name] as Mix);
      expect(viewers.filter((viewer) => isNamed(scoreOf(pictures, viewer)))).toEqual(viewers);
    },
  );

  test.each(Object.keys(MIXES).filter((name) => !name.startsWith('random')))(
    'names somebody behind the %s of 8 copies',
    (name) => {
      const pictures = leak(coalition(8), MIXES[name] as Mix);
      expect(coalition(8).some((viewer) => isNamed(scoreOf(pictures, viewer)))).toBe(true);
    },
  );
});

describe('several pictures of one leak', () => {
  test.each(Object.keys(MIXES))('name somebody behind the %s of 8 copies, and nobody else', (name) => {
    const viewers = coalition(8);
    const pictures = leak(viewers, MIXES[name] as Mix, 5);
    expect(viewers.some((viewer) => isNamed(scoreOf(pictures, viewer)))).toBe(true);
    const others = Array.from({ length: 1000 }, (_, i) => VIEWERS + i);
    expect(others.filter((viewer) => isNamed(scoreOf(pictures, viewer)))).toEqual([]);
  });

  test('say more together than each, and one that says nothing does little harm', () => {
    const mix = MIXES['random tiles'] as Mix;
    const pictures = leak(coalition(5), mix, 4);
    const [viewer = 0] = coalition(5);
    const each = pictures.map((picture) => scoreOf([picture], viewer));
    expect(scoreOf(pictures, viewer)).toBeGreaterThan(Math.max(...each));
    const stranger = leak([99], mean, 5).slice(4);
    expect(scoreOf([...pictures, ...stranger], viewer)).toBeGreaterThan(scoreOf(pictures, viewer) - 2);
  });
});

describe('somebody whose copy is not in the leak', () => {
  /** By Markov's inequality this bounds how often anybody is named wrongly. */
  test.each(Object.keys(MIXES))('is worth 1 on average, however the %s is explained', (name) => {
    const pictures = leak(coalition(4), MIXES[name] as Mix);
    const scores = Array.from({ length: 4000 }, (_, i) => scoreOf(pictures, VIEWERS + i));
    for (const least of [1, 2, 3, 4, 5]) {
      const share = scores.filter((score) => score >= least).length / scores.length;
      expect(share).toBeLessThan(Math.exp(-least) + 4 * Math.sqrt(Math.exp(-least) / scores.length));
    }
  });

  test('has no score if nothing was read', () => {
    const code = openCode(SECRET, 1, TILES);
    const nothing = { soft: new Float64Array(TILES), strength: new Float64Array(TILES) };
    const score = openImage(code, nothing);
    expect(scoreOf([{ code, score }], 3)).toBeCloseTo(0, 9);
  });
});

describe('the chance of error', () => {
  test('counts everybody who is asked, and is never more than 1', () => {
    expect(chanceOf(23.1, 10_000)).toBeLessThan(NAMING_CHANCE);
    expect(chanceOf(23, 10_000)).toBeGreaterThan(NAMING_CHANCE);
    expect(chanceOf(30, 20_000)).toBeCloseTo(2 * chanceOf(30, 10_000), 12);
    expect(chanceOf(-3, 10)).toBe(1);
  });

  test('grows with every guess, and the weights of all guesses are at most 1', () => {
    const weights = Array.from({ length: 10_000 }, (_, place) => weightOfGuess(place));
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(1);
    const scores = new Float64Array(8).fill(100);
    const of = (place: number) => {
      const tally = openTally(1);
      addGuess(tally, { picture: 0, weight: weightOfGuess(place), scores });
      return totalOf(tally);
    };
    expect(of(0)).toBeCloseTo(100 + Math.log(0.75), 9);
    expect(of(20)).toBeCloseTo(100 + Math.log(0.25 / 420), 9);
  });
});
