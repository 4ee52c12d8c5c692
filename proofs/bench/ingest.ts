// Compares the whole ingest path with a bare decode and resize of the same files: npm run bench:ingest [count]
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { startApi } from '#server/api.ts';
import type { Context } from '#server/context.ts';
import { ingestSource } from '#server/modules/ingest/ingest-folder.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { newFolder } from '../site.ts';
import { AT_ONCE, makeCameraPhotos } from './camera-photos.ts';
import { percentile, timeMs } from './measure.ts';

const COUNT = Number(process.argv[2] ?? 24);
const ROUNDS = Number(process.argv[3] ?? 3);
const GOAL = 0.45;

const folder = newFolder('bench');
const config = readConfig({ DATA_DIR: join(folder, 'data'), SEED: 'none', PORT: '0', NODE_ENV: 'test' });
console.log(`making ${COUNT} JPEGs of 24 megapixels`);
const files = await makeCameraPhotos(folder, COUNT);
const site = await startApi(config, createLog('error'));
try {
  await ingestAll(site.context, files.slice(0, 2));
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await imagesPerSecond(() => mapAtOnce(files, AT_ONCE, decodeAndResize));
    const full = await imagesPerSecond(() => ingestAll(site.context, files));
    ratios.push(full / bare);
    console.log(`round ${round + 1}: bare ${bare.toFixed(2)} images/s, ingest ${full.toFixed(2)} images/s`);
  }
  const ratio = percentile(ratios, 0.5);
  console.log(`ratio ${ratio.toFixed(2)}, goal ${GOAL}: ${ratio >= GOAL ? 'reached' : 'MISSED'}`);
  process.exitCode = ratio >= GOAL ? 0 : 1;
} finally {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function decodeAndResize(path: string): Promise<void> {
  await sharp(path).resize(1600, 1600, { fit: 'inside' }).jpeg().toBuffer();
}

/** Copies, hashes, stores and enqueues all files and waits until the workers have filed the last one. */
async function ingestAll(context: Context, files: string[]): Promise<void> {
  const { db } = context;
  const { id: albumId, eventId } = await buildAlbum({ context });
  await mapAtOnce(files, AT_ONCE, (path) => ingestSource(context, { eventId, albumId }, path));
  for (;;) {
    const states = await db.selectFrom('images').select('state').where('eventId', '=', eventId).execute();
    const filed = states.filter(({ state }) => state === 'ready').length;
    if (states.some(({ state }) => state === 'failed')) throw new Error('a frame failed');
    if (filed === files.length) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function imagesPerSecond(work: () => Promise<unknown>): Promise<number> {
  return (COUNT * 1000) / (await timeMs(work));
}
