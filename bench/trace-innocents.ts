// Weighs many readings without pictures, and asks only people whose copies are not in them. To lay a leak over a picture takes a
// hundred times as long, and does not look at codes, so it cannot name anybody wrongly.
import { seededRandom } from '#server/demo/seeded-random.ts';
import { bitOf, openCode } from '#server/platform/tracing/codeword.ts';
import {
  addGuess,
  openScores,
  openTally,
  totalOf,
  weightOfGuess,
} from '#server/platform/tracing/viewer-scores.ts';
import { weighTiles } from '#server/platform/tracing/weigh-tiles.ts';
import { isNamed, SECRET } from './trace-readings.ts';

/** Those of a preview of 640 x 427 pixels. */
const TILES = 270;
const MOST_COPIES = 12;

/** Any mixture: a random level for each number of copies that have a tile from A. */
function readRandomly(random: () => number, imageId: number) {
  const code = openCode(SECRET, imageId, TILES);
  const copies = 1 + Math.floor(random() * MOST_COPIES);
  const codes = Array.from({ length: copies }, (_, i) => code.of(`leaking:${i}`));
  const levels = Array.from({ length: copies + 1 }, () => random() * 2 - 1);
  const [gain, noise] = [random(), 0.5 + random() * 3];
  const strength = Float64Array.from({ length: TILES }, () => random() * 60);
  const soft = strength.map((full, tile) => {
    const ones = codes.reduce((sum, one) => sum + bitOf(one, tile), 0);
    const error = random() + random() + random() + random() - 2;
    return gain * full * (levels[ones] as number) + error * noise * Math.sqrt(3 * full);
  });
  return { code, reading: { soft, strength } };
}

export function benchInnocents(readings: number, viewers: number): void {
  const random = seededRandom(1);
  let [wrong, most, evidence] = [0, 0, 0];
  for (let i = 0; i < readings; i += 1) {
    const { code, reading } = readRandomly(random, i);
    const scoresOf = openScores(weighTiles(reading, code.biases));
    for (let viewer = 0; viewer < viewers; viewer += 1) {
      const tally = openTally(1);
      const scores = scoresOf(code.of(`account:${viewer}`));
      addGuess(tally, { picture: 0, weight: weightOfGuess(0), scores });
      const score = totalOf(tally);
      most = Math.max(most, score);
      evidence += Math.exp(score);
      if (isNamed(score, viewers)) wrong += 1;
    }
  }
  const mean = evidence / (readings * viewers);
  console.log(
    `${readings} readings, each compared with ${viewers} others: ${wrong} named wrongly, highest score ${most.toFixed(1)}, mean evidence ${mean.toFixed(2)}`,
  );
}
