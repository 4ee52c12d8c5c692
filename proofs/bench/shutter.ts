// Measures from a camera's shutter to a parent's lock screen: four cameras send frames of 24 megapixels by FTPS, faces are
// found, and a local push service accepts the messages; a hot folder that is read every five seconds for comparison:
// npm run bench:shutter
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { SURE_SCORE } from '#engines/faces/matching.ts';
import { startApi } from '#server/api.ts';
import type { Context } from '#server/context.ts';
import { cameraAccount } from '#server/modules/event-links/camera-accounts.ts';
import { ingestSource } from '#server/modules/ingest/ingest-folder.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';
import { type Pushed, startPushService } from '#server/testing/push-service.ts';
import { cleanUp, findPort, newFolder, onEnd } from '../site.ts';
import { AT_ONCE } from './camera-photos.ts';
import { describeLoad, measureUse, percentile } from './measure.ts';
import type { CameraOrder, SentFrame } from './shutter-cameras.ts';
import { drawFrames, findPeople } from './shutter-frames.ts';
import { type Ground, seedShutter } from './shutter-seed.ts';

const CAMERAS = 4;
const WANTED_PER_SECOND = CAMERAS * 5;
const SECONDS = Number(process.argv[2] ?? 120);
const PROBE_FRAMES = 24;
/** Frames that arrive as fast as they are decoded would wait longer and longer, so cameras stay a little below. */
const OFFERED_SHARE = 0.8;
const POLL_MS = 5_000;
const MAX_MINUTES = 12;
const LATE_SECONDS = 60;
/** Until the searches of the frames before are done, their matches would be measured too. */
const SETTLE_SECONDS = 240;

let isEnding = false;
const late = setTimeout(() => void end(`not done after ${MAX_MINUTES} minutes`), MAX_MINUTES * 60_000);
process.once('SIGTERM', () => void end('stopped'));
await run().then(
  () => end(),
  (error: unknown) => end(error instanceof Error ? (error.stack ?? error.message) : String(error)),
);

/** A stopped process fails on its way out, so only the first end counts. */
async function end(failure?: string): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  clearTimeout(late);
  if (failure) console.error(failure);
  await cleanUp();
  process.exit(failure ? 1 : 0);
}

async function run(): Promise<void> {
  const folder = newFolder('bench');
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const cameras = fork(join(import.meta.dirname, 'shutter-cameras.ts'));
  onEnd(() => void cameras.kill());
  const service = await startPushService();
  onEnd(() => service.close());
  const ftpPort = await findPort();
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    SEED: 'none',
    PORT: '0',
    FTP_PORT: String(ftpPort),
    FACES: 'on',
    PUSH_SERVICE_HOSTS: service.host,
  });
  const site = await startApi(config, createLog('error'));
  onEnd(() => site.stop());
  const { context } = site;
  const engine = await context.faces.open();
  if (!engine) throw new Error('faces cannot be found on this machine');

  console.log(`${cpus().length} cores, load average ${describeLoad()}: drawing frames of 24 megapixels`);
  const people = await findPeople(engine);
  const ground = await seedShutter(site, { people, cameras: CAMERAS, service });
  const frames = await drawFrames(folder, people, ground.takenAt);
  const accounts = await Promise.all(ground.passIds.map((id) => cameraAccount(context, id)));
  const ftp = { port: ftpPort, accounts };
  const send = async (order: Omit<CameraOrder, 'frames'>) => {
    cameras.send({ ...order, frames });
    return (await once(cameras, 'message'))[0] as SentFrame[];
  };

  await arrived(context, await send({ target: { ftp }, count: 8, perSecond: 20, name: 'WARM' }));
  const probe = await send({ target: { ftp }, count: PROBE_FRAMES, perSecond: 20, name: 'PROBE' });
  const probed = await arrived(context, probe);
  const decoded = rateOf(probed);
  await quiet(context, SETTLE_SECONDS);
  const perSecond = Math.min(WANTED_PER_SECOND, decoded * OFFERED_SHARE);
  console.log(
    `this machine takes ${decoded.toFixed(1)} frames a second from FTPS to preview while it searches for faces; ` +
      `four cameras send ${perSecond.toFixed(1)} a second for ${SECONDS} s${perSecond < WANTED_PER_SECOND ? `, not ${WANTED_PER_SECOND}` : ''}`,
  );
  await ground.forgetMatches();
  const count = Math.round(perSecond * SECONDS);
  service.pushed.length = 0;
  const before = measureUse();
  const live = await arrived(context, await send({ target: { ftp }, count, perSecond, name: 'LIVE' }));
  await quiet(context);
  const processorMs = (measureUse().processorMs - before.processorMs) / count;
  console.log(`server, previews and faces took ${(processorMs / 1000).toFixed(2)} s of a processor a frame`);
  print(`${count} frames by FTPS, load average ${describeLoad()}`, [
    ['last byte to preview', live.map(({ lastByteAt, readyAt }) => readyAt - lastByteAt), { p95: 5_000 }],
    ['last byte to match', await matchTimes(context, live)],
    ...(await pushTimes(context, ground, live, service.pushed)),
  ]);

  const hotFolder = join(folder, 'hot');
  mkdirSync(hotFolder);
  const stopPolling = pollFolder(context, ground.eventId, hotFolder);
  const hot = { target: { folder: hotFolder }, count: Math.round((perSecond * SECONDS) / 2), perSecond };
  const written = await arrived(context, await send({ ...hot, name: 'HOT' }));
  await stopPolling();
  await quiet(context);
  print(`${written.length} frames in a hot folder that is read every ${POLL_MS / 1000} s`, [
    ['written to preview', written.map(({ lastByteAt, readyAt }) => readyAt - lastByteAt)],
    ['written to match', await matchTimes(context, written)],
  ]);
}

type Shown = SentFrame & { id: number; readyAt: number };
type Row = [what: string, times: number[], goal?: { p50?: number; p95?: number }];

/** Waits until all frames have a preview. */
async function arrived({ db }: Context, sent: SentFrame[]): Promise<Shown[]> {
  const names = new Map(sent.map((frame) => [frame.name, frame]));
  for (const deadline = Date.now() + LATE_SECONDS * 1000; ; await sleep(200)) {
    const rows = await db
      .selectFrom('images')
      .select(['id', 'fileName', 'state', 'albumId', 'failure', 'processedAt'])
      .where('fileName', 'in', [...names.keys()])
      .execute();
    const bad = rows.find(({ state, albumId }) => state === 'failed' || (state === 'ready' && !albumId));
    if (bad) throw new Error(`${bad.fileName} was not filed: ${bad.failure}`);
    const ready = rows.filter(({ state }) => state === 'ready');
    if (ready.length === names.size)
      return ready.map(({ id, fileName, processedAt }) => ({
        ...(names.get(fileName) as SentFrame),
        id,
        readyAt: Date.parse(processedAt ?? ''),
      }));
    if (Date.now() > deadline)
      throw new Error(
        `${names.size - ready.length} of ${names.size} frames have no preview after ${LATE_SECONDS} s`,
      );
  }
}

function rateOf(shown: Shown[]): number {
  const times = shown.map(({ readyAt }) => readyAt).sort((a, b) => a - b);
  return ((times.length - 1) * 1000) / ((times.at(-1) ?? 0) - (times[0] ?? 0));
}

/** Waits until nothing is left to find and to tell, or long enough to call it late. */
async function quiet({ db }: Context, seconds = LATE_SECONDS): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(300)) {
    const { rows } = await sql`select from pgboss.job where state in ('created', 'active', 'retry')
      and start_after <= now() + interval '10 seconds' and name similar to '(images|athletes|notifications).%' limit 1`.execute(
      db,
    );
    if (rows.length === 0) return;
  }
}

async function firstMatches({ db }: Context, shown: Shown[]) {
  return db
    .selectFrom('athleteMatches as matches')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'matches.athleteId')
    .select(['matches.imageId', 'athletes.userId', 'matches.createdAt'])
    .where('matches.score', '>=', SURE_SCORE)
    .where('matches.imageId', 'in', [0, ...shown.map(({ id }) => id)])
    .orderBy('matches.createdAt')
    .orderBy('matches.imageId')
    .execute();
}

async function matchTimes(context: Context, shown: Shown[]): Promise<number[]> {
  const rows = await firstMatches(context, shown);
  const missing = shown.filter(({ id }) => !rows.some(({ imageId }) => imageId === id)).length;
  if (missing > 0) console.log(`${missing} of ${shown.length} frames have no match after ${LATE_SECONDS} s`);
  return shown.flatMap(({ id, lastByteAt }) => {
    const first = rows.find(({ imageId }) => imageId === id);
    return first ? [Date.parse(first.createdAt) - lastByteAt] : [];
  });
}

async function pushTimes(
  context: Context,
  { phoneOf }: Ground,
  shown: Shown[],
  pushed: Pushed[],
): Promise<Row[]> {
  const rows = await firstMatches(context, shown);
  const found = [...phoneOf].flatMap(([userId, { endpoint }]) => {
    const match = rows.find((row) => row.userId === userId);
    const frame = shown.find(({ id }) => id === match?.imageId);
    const matchedAt = Date.parse(match?.createdAt ?? '');
    const told = pushed.find((one) => one.endpoint === endpoint && one.at.getTime() >= matchedAt);
    if (!told || !frame) return [];
    const at = told.at.getTime();
    return [{ fromMatch: at - matchedAt, fromShutter: at - frame.shutterAt }];
  });
  console.log(`${found.length} of ${phoneOf.size} parents got their message`);
  return [
    ['match to push accepted', found.map(({ fromMatch }) => fromMatch), { p95: 3_000 }],
    ['shutter to lock screen', found.map(({ fromShutter }) => fromShutter), { p50: 10_000 }],
  ];
}

/** Hands files to the same path as uploads. */
function pollFolder(context: Context, eventId: number, folder: string): () => Promise<void> {
  const seen = new Set<string>();
  let reading: Promise<unknown> = Promise.resolve();
  const read = async () => {
    const fresh = readdirSync(folder).filter((name) => !name.startsWith('.') && !seen.has(name));
    for (const name of fresh) seen.add(name);
    await mapAtOnce(fresh, AT_ONCE, (name) =>
      ingestSource(context, { eventId, albumId: null }, join(folder, name)),
    );
  };
  const timer = setInterval(() => {
    reading = reading.then(read);
  }, POLL_MS);
  return async () => {
    clearInterval(timer);
    await reading;
  };
}

function print(title: string, rows: Row[]): void {
  console.log(`\n${title}\n\n| what | p50 | p95 | goal |\n|---|---|---|---|`);
  for (const [what, times, goal = {}] of rows) {
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    const limits = Object.entries(goal).map(([name, ms]) => `${name} ${ms / 1000} s`);
    console.log(
      `| ${what} | ${(p50 / 1000).toFixed(1)} s | ${(p95 / 1000).toFixed(1)} s | ${limits.join(', ')} |`,
    );
  }
}
