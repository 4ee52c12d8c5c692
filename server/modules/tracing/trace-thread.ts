import { createSecretKey } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { codeword } from '#server/platform/tracing/assemble.ts';
import { openSearch, type PhotoSearch } from '#server/platform/tracing/find-photo.ts';
import { type Leak, openLeak, type Turn, UnreadableLeakError } from '#server/platform/tracing/open-leak.ts';
import { DamagedPairError, openPair } from '#server/platform/tracing/open-pair.ts';
import { openReference } from '#server/platform/tracing/open-reference.ts';
import { rankViewers } from '#server/platform/tracing/rank-viewers.ts';
import { type Reading, readLeak } from '#server/platform/tracing/read-leak.ts';
import type { Answer, Question, TraceCalls } from './trace-worker.ts';

let leak: Leak | undefined;
let search: PhotoSearch | undefined;
const readings: Float64Array[] = [];

const calls: TraceCalls = {
  async open({ file }) {
    leak = await openLeak(asBuffer(file));
  },
  async lookFor({ turns }) {
    if (leak) search = await openSearch(leak, turns);
  },
  async compare({ photos }) {
    for (const { imageId, fingerprint } of photos) search?.add(imageId, fingerprint);
  },
  async listBest({ most }) {
    return (search?.best(most) ?? []).map(({ photoId, score, turn }) => ({ imageId: photoId, score, turn }));
  },
  async read({ pair, turn }) {
    if (!leak) return undefined;
    const read = await readIntact(leak, asBuffer(pair), turn);
    if (!read) return undefined;
    const { turn: found, fit, isCertain } = read.registration;
    return { reading: readings.push(read.soft) - 1, isMirrored: found.isMirrored, fit, isCertain };
  },
  async rank({ reading, secret, imageId, viewers }) {
    const soft = readings[reading];
    if (!soft) return [];
    const key = createSecretKey(asBuffer(secret));
    const candidates = viewers.map((viewer) => ({
      viewer,
      code: codeword(key, imageId, viewer, soft.length),
    }));
    return rankViewers(soft, candidates, { readings: 1 }).map(({ viewer, z }) => ({ viewer, z }));
  },
};

/** Many scenes are symmetric, so the search may have taken a mirrored leak for an upright one. */
async function readIntact(seen: Leak, pair: Buffer, turn: Turn): Promise<Reading | undefined> {
  try {
    const mirrored = { ...turn, isMirrored: !turn.isMirrored };
    return await readLeak(await openReference(openPair(pair)), seen, [turn, mirrored]);
  } catch (error) {
    if (error instanceof DamagedPairError) return undefined;
    throw error;
  }
}

parentPort?.on('message', async ({ id, name, input }: Question) => {
  parentPort?.postMessage(await answer(id, name, input));
});

async function answer(id: number, name: Question['name'], input: Question['input']): Promise<Answer> {
  try {
    return { id, output: await calls[name](input as never) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, error: message, isUnreadable: error instanceof UnreadableLeakError };
  }
}

/** A buffer sent between threads arrives as a plain Uint8Array. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
