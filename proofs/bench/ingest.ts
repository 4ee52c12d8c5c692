// Compares the whole ingest path with a bare decode and resize of the same files: npm run bench:ingest [count]
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { startApi } from '#server/api.ts';
import type { Context } from '#server/context.ts';
import { ingestSource } from '#server/modules/ingest/ingest-folder.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { ANYONE, issueImageToken } from '#server/platform/security/image-tokens.ts';
import { newFolder } from '../site.ts';
import { formatTimes, timesOf } from './bench-app.ts';
import { inParallel, makeCameraPhotos } from './camera-photos.ts';

const COUNT = Number(process.argv[2] ?? 24);
const ROUNDS = Number(process.argv[3] ?? 3);
const GOAL = 0.75;

const folder = newFolder('bench');
const config = readConfig({ DATA_DIR: join(folder, 'data'), SEED: 'none', PORT: '0', NODE_ENV: 'test' });
console.log(`making ${COUNT} JPEGs of 24 megapixels`);
const files = await makeCameraPhotos(folder, COUNT);
const site = await startApi(config, createLog('error'));
try {
  const { thumbUrl } = await ingestAll(site.context, files.slice(0, 2));
  const probeUrls = [`${site.address}/api/health`, `${site.address}${thumbUrl}`];
  const idle = await probing(probeUrls, () => new Promise((resolve) => setTimeout(resolve, 2_000)));
  const rounds: { bare: Run; full: Run }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await measure(() => inParallel(files, decodeAndResize));
    const full = await measure(() => ingestAll(site.context, files));
    rounds.push({ bare, full });
    print(`round ${round + 1}`, bare, full);
  }
  const best = {
    bare: fastest(rounds.map((round) => round.bare)),
    full: fastest(rounds.map((round) => round.full)),
  };
  print('best of each', best.bare, best.full);
  const busy = await probing(probeUrls, () => ingestAll(site.context, files));
  for (const [index, name] of ['GET /api/health', 'GET a thumb'].entries()) {
    console.log(
      `${name}: idle ${formatTimes(timesOf(idle[index] ?? []))}, during ingest ${formatTimes(timesOf(busy[index] ?? []))}`,
    );
  }
  const ratio = best.full.perSecond / best.bare.perSecond;
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
async function ingestAll(context: Context, files: string[]): Promise<{ thumbUrl: string }> {
  const { db } = context;
  const day = {
    startDate: '2026-11-14',
    city: '',
    state: '',
    venueName: '',
    producerName: '',
    brandName: '',
  };
  const event = await db
    .insertInto('events')
    .values({ ...day, name: 'Benchmark' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const names = { programName: 'Bench', teamName: 'Mark', divisionName: '', performanceOrder: 1 };
  const album = await db
    .insertInto('albums')
    .values({ ...names, eventId: event.id, identifier: `bench-${event.id}`, publishedAt: new Date() })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const received = await inParallel(files, (path) =>
    ingestSource(context, { eventId: event.id, albumId: album.id }, path),
  );
  for (;;) {
    const states = await db.selectFrom('images').select('state').where('eventId', '=', event.id).execute();
    const filed = states.filter(({ state }) => state === 'ready').length;
    if (states.some(({ state }) => state === 'failed')) throw new Error('a frame failed');
    if (filed === files.length) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const grant = { folderUuid: album.uuid, userId: ANYONE, scope: { kind: 'previews' } } as const;
  const auth = issueImageToken(context, grant, 30);
  return { thumbUrl: `/api/images/${album.uuid}/${received[0]?.imageId}.thumb?auth=${auth}` };
}

type Run = { perSecond: number; cpuMs: number; peakMb: number };

async function measure(work: () => Promise<unknown>): Promise<Run> {
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(watch);
  return { perSecond: COUNT / seconds, cpuMs: (user + system) / 1000 / COUNT, peakMb: peak / 1024 ** 2 };
}

function fastest(runs: Run[]): Run {
  return runs.reduce((best, run) => (run.perSecond > best.perSecond ? run : best));
}

async function probing(urls: string[], work: () => Promise<unknown>): Promise<number[][]> {
  const probe = new Worker(new URL('./ingest-probe.ts', import.meta.url), { workerData: { urls } });
  await work();
  const answer = once(probe, 'message');
  probe.postMessage('stop');
  return (await answer)[0] as number[][];
}

function print(name: string, bare: Run, full: Run): void {
  const tell = (run: Run) =>
    `${run.perSecond.toFixed(2)} images/s (${run.cpuMs.toFixed(0)} ms CPU each, peak ${run.peakMb.toFixed(0)} MB)`;
  const ratio = (full.perSecond / bare.perSecond).toFixed(2);
  console.log(`${name}: bare ${tell(bare)}, ingest ${tell(full)}, ratio ${ratio}`);
}
