import { describe, expect, test } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import { rankPhotos } from './find-photo.ts';
import { emptyFeatures, type Features, WORDS } from './local-features.ts';

const LEAKED = 200;
const STEP = 1 / 333;

function drawFeatures(count: number, random: () => number): Features {
  const features = emptyFeatures(count);
  features.step.fill(STEP);
  for (let i = 0; i < count; i += 1) {
    features.x[i] = random();
    features.y[i] = random();
  }
  for (let i = 0; i < features.words.length; i += 1) features.words[i] = Math.floor(random() * 2 ** 32);
  return features;
}

/** Lets features of a photo look like the given ones of the leak, but for one bit in eight. */
function lookAlike(photo: Features, leaked: Features, shared: readonly number[], random: () => number): void {
  for (const [j, i] of shared.entries()) {
    for (let word = 0; word < WORDS; word += 1) {
      let changed = leaked.words[i * WORDS + word] as number;
      for (let n = 0; n < 4; n += 1) changed ^= 1 << Math.floor(random() * 32);
      photo.words[j * WORDS + word] = changed;
    }
  }
}

function setUp() {
  const random = seededRandom(19);
  const leaked = drawFeatures(LEAKED, random);
  const pick = (count: number) => Array.from({ length: count }, () => Math.floor(random() * LEAKED));
  return { random, leaked, pick };
}

describe('ranking photos', () => {
  test('a few features that agree about the place outweigh many that are scattered', () => {
    const { random, leaked, pick } = setUp();
    const ranking = rankPhotos(leaked);
    for (let photoId = 0; photoId < 900; photoId += 1) {
      const photo = drawFeatures(40, random);
      const isRight = photoId === 700;
      const shared = pick(isRight ? 6 : 12);
      lookAlike(photo, leaked, shared, random);
      // The leak shows the part of the right photo that starts at (0.2, 0.1).
      for (const [j, i] of isRight ? shared.entries() : []) {
        photo.x[j] = 0.2 + 0.6 * (leaked.x[i] as number);
        photo.y[j] = 0.1 + 0.6 * (leaked.y[i] as number);
        photo.step[j] = STEP * 0.6;
      }
      ranking.add(photoId, photo);
    }
    const ranked = ranking.list().sort((one, other) => other.score - one.score);
    expect(ranked[0]?.photoId).toBe(700);
    expect(ranked[0]?.score).toBeGreaterThan(1.3 * (ranked[1]?.score ?? 0));
  });

  test('keeps a bounded number of photos, however many are added', () => {
    const { random, leaked, pick } = setUp();
    const ranking = rankPhotos(leaked);
    const photo = drawFeatures(8, random);
    lookAlike(photo, leaked, pick(8), random);
    for (let photoId = 0; photoId < 3000; photoId += 1) ranking.add(photoId, photo);
    expect(ranking.list().length).toBeLessThanOrEqual(800);
    expect(ranking.list().length).toBeGreaterThan(100);
  });
});
