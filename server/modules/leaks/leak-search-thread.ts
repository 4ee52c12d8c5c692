import { createSecretKey } from 'node:crypto';
import { type Code, openCode } from '#engines/watermark/codeword.ts';
import { openSearch, type PhotoSearch } from '#engines/watermark/find-photo.ts';
import {
  type Leak,
  openLeak,
  openReference,
  type Turn,
  UnreadableLeakError,
} from '#engines/watermark/open-leak.ts';
import { type Reading, readLeak, type TileReading } from '#engines/watermark/read-leak.ts';
import { DamagedVariantsError, openVariants } from '#engines/watermark/variants.ts';
import { openScores } from '#engines/watermark/viewer-scores.ts';
import { weighTiles } from '#engines/watermark/weigh-tiles.ts';
import { answerOrders, asBuffer } from '#server/platform/processes/threads.ts';
import type { Answer, LeakSearchCalls, Question } from './leak-search-worker.ts';

let leak: Leak | undefined;
let search: PhotoSearch | undefined;
const readings: TileReading[] = [];
/** Viewers come in parts, and all of them are scored with the same evidence. */
type Scoring = { name: string; scoreOf: ((viewer: string) => Float64Array) | undefined };
let scoring: Scoring | undefined;

const calls: LeakSearchCalls = {
  async open({ file }) {
    leak = await openLeak(asBuffer(file));
  },
  async lookFor({ turns }) {
    if (leak) search = await openSearch(leak, turns);
  },
  async compare({ photos }) {
    for (const { imageId, fingerprint } of photos) search?.add(imageId, fingerprint);
  },
  async listBest({ max }) {
    return (search?.best(max) ?? []).map(({ photoId, score, turn }) => ({ imageId: photoId, score, turn }));
  },
  async read({ variants, turn }) {
    if (!leak) return undefined;
    const read = await readIntact(leak, asBuffer(variants), turn);
    if (!read) return undefined;
    const { soft, strength, registration } = read;
    const { turn: found, fit, isCertain } = registration;
    const reading = readings.push({ soft, strength }) - 1;
    return { reading, isMirrored: found.isMirrored, fit, isCertain };
  },
  async score({ reading, secret, imageId, viewers }) {
    const read = readings[reading];
    if (!read) return [];
    const name = `${reading} ${imageId} ${asBuffer(secret).toString('base64')}`;
    if (scoring?.name !== name) {
      const code = openCode(createSecretKey(asBuffer(secret)), imageId, read.soft.length);
      scoring = { name, scoreOf: openScoring(read, code) };
    }
    return scoring.scoreOf ? viewers.map(scoring.scoreOf) : [];
  },
};

/** Nearly all readings of other photos say less than this. */
const MIN_EXPECTED = 1;

/** Returns undefined if the reading says almost nothing about any viewer. */
function openScoring(reading: TileReading, code: Code): Scoring['scoreOf'] {
  const weighed = weighTiles(reading, code.biases);
  const expected = Math.max(...weighed.flatMap(({ evidence }) => evidence.map((one) => one.expected)));
  if (expected < MIN_EXPECTED) return undefined;
  const score = openScores(weighed);
  return (viewer) => score(code.of(viewer));
}

/** Many scenes are symmetric, so the search may have taken a mirrored leak for an upright one. */
async function readIntact(seen: Leak, variants: Buffer, turn: Turn): Promise<Reading | undefined> {
  try {
    const mirrored = { ...turn, isMirrored: !turn.isMirrored };
    return await readLeak(await openReference(openVariants(variants)), seen, [turn, mirrored]);
  } catch (error) {
    if (error instanceof DamagedVariantsError) return undefined;
    throw error;
  }
}

answerOrders(async ({ name, input }: Question): Promise<Answer> => {
  try {
    return { output: await calls[name](input as never) };
  } catch (error) {
    if (error instanceof UnreadableLeakError) return { refusal: error.message };
    throw error;
  }
});
