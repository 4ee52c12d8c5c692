// Compares marked previews, which are put together for each viewer, with plain ones and with a bare server that sends the
// plain file. The three are measured in interleaved rounds, with the same photos and viewers: photos that many look at, and
// photos that are wanted once each, more than memory keeps. `npm run bench:marked-previews [ROUNDS]`
import { loadavg } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { markPreview } from '#server/modules/images/derivatives.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { issueImageToken } from '#server/platform/image-tokens.ts';
import { percentile, startBenchApp } from './bench-app.ts';
import { tellGoal } from './goals.ts';
import { heldAlbum } from './held-album.ts';
import { type Measured, startPictureLoad, writePictures } from './picture-load.ts';

/** The plain and the marked previews of the first set fit into memory together. */
const SETS = [
  { name: 'looked at by many', photos: 160, isInOrder: false },
  { name: 'wanted once each', photos: 2_000, isInOrder: true },
];
const VIEWERS = 50;
const SECONDS = 2;
const ROUNDS = Number(process.argv[2] ?? 5);
const LEAST_RATIO = 0.85;
const MOST_MB = 400;
const SCENE = join(import.meta.dirname, '../server/demo/scenes/pyramid-01-azure.jpg');
const KINDS = ['bare', 'plain', 'pair'] as const;
type Kind = (typeof KINDS)[number];

const bench = await startBenchApp();
const { context } = bench;
const load = await startPictureLoad(bench);

async function createViewers(): Promise<number[]> {
  const people = Array.from({ length: VIEWERS }, (_, index) => ({
    email: `viewer${index}@example.test`,
    passwordHash: '-',
    firstName: 'Viewer',
    lastName: `Number ${index}`,
    name: `Viewer Number ${index}`,
    agreedToTermsAt: new Date(),
    emailProvenAt: new Date(),
  }));
  const rows = await context.db.insertInto('users').values(people).returning('id').execute();
  for (const { id } of rows) await startSession(context, id, { ip: '127.0.0.1', userAgent: 'bench' });
  return rows.map(({ id }) => id);
}

/** Returns one address for each photo and a few viewers, or for each photo and one viewer. */
async function addressesOf(
  viewers: number[],
  { photos, isInOrder }: (typeof SETS)[number],
  bytes: Buffer,
): Promise<string[]> {
  const folderUuid = await heldAlbum(bench, viewers);
  writePictures(bench, { folder: folderUuid, variant: 'preview', count: photos, bytes });
  const tokens = viewers.map((userId) =>
    issueImageToken(context, { folderUuid, userId, scope: { kind: 'previews' } }, 60),
  );
  const count = isInOrder ? photos : photos * tokens.length;
  return Array.from(
    { length: count },
    (_, index) =>
      `/api/images/${folderUuid}/${(index % photos) + 1}.preview?auth=${tokens[(index * 7) % tokens.length]}`,
  );
}

function print(name: string, kind: Kind, runs: Measured[], toPlain: number): void {
  const middle = (pick: (run: Measured) => number) => percentile(runs.map(pick), 0.5).toFixed(0);
  const cells = [middle((run) => run.perSecond), middle((run) => run.cpuMicros), toPlain.toFixed(2)];
  console.log(`${name.padEnd(20)}${kind.padEnd(6)}${cells.map((cell) => cell.padStart(14)).join('')}`);
}

try {
  const plain = await sharp(SCENE).resize(1600).jpeg({ quality: 80, optimiseCoding: false }).toBuffer();
  const { preview: pair } = markPreview(plain, { traceKey: newestTraceKey(context.traceKeys), imageId: 1 });
  const viewers = await createViewers();
  const load1 = loadavg()[0]?.toFixed(1);
  console.log(`plain ${plain.length} bytes, pair ${pair.length} bytes, load average ${load1}`);
  console.log('photos              kind       requests/s   CPU us each  rate to plain');
  for (const set of SETS) {
    const plainPaths = await addressesOf(viewers, set, plain);
    const paths = { bare: plainPaths, plain: plainPaths, pair: await addressesOf(viewers, set, pair) };
    const run = (kind: Kind, seconds: number) =>
      load.measure(kind === 'bare' ? 'bare' : 'ours', paths[kind], { seconds, isInOrder: set.isInOrder });
    for (const kind of KINDS) await run(kind, 1);
    const runs: Record<Kind, Measured[]> = { bare: [], plain: [], pair: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of KINDS) runs[kind].push(await run(kind, SECONDS));
    }
    for (const kind of KINDS) {
      const ratios = runs[kind].map((one, round) => one.perSecond / (runs.plain[round]?.perSecond ?? 0));
      const toPlain = percentile(ratios, 0.5);
      print(set.name, kind, runs[kind], toPlain);
      if (kind !== 'pair') continue;
      const what = `marked to plain previews, ${set.name}`;
      tellGoal({ what, goal: LEAST_RATIO, now: toPlain, unit: '', best: 'most' });
    }
  }
  const megabytes = process.memoryUsage.rss() / 1e6;
  tellGoal({ what: 'memory after the load', goal: MOST_MB, now: megabytes, unit: 'MB', best: 'least' });
  console.log(`memory after the load: ${megabytes.toFixed(0)} MB; load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  load.stop();
  await bench.stop();
}
