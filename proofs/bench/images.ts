// Compares requests per second for pictures with a bare server that sends the plain file, in interleaved rounds: thumbs,
// previews as they are stored, and marked previews, which are put together for each viewer. Photos that many look at fit
// into memory; those that are wanted once each do not. `npm run bench:images -- thumbs` measures only the sets it names.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { markPreview } from '#server/modules/images/derivatives.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { startBenchApp } from './bench-app.ts';
import { describeLoad, middleOf, notifyGoal, startRace } from './measure.ts';

const VIEWERS = 50;
const CONNECTIONS = 16;
const SECONDS = 2;
const MAX_MB = 600;
const THUMB_BYTES = 10_000;
const SCENE = join(import.meta.dirname, '../../server/demo/scenes/pyramid-01-azure.jpg');

type Set = {
  name: string;
  title: string;
  variant: 'thumb' | 'preview';
  photos: number;
  isInOrder?: boolean;
  isMarked?: boolean;
  goal?: number;
};
const SETS: Set[] = [
  { name: 'thumbs', title: 'thumbs', variant: 'thumb', photos: 300, goal: 0.85 },
  { name: 'plain', title: 'plain previews that many look at', variant: 'preview', photos: 160 },
  {
    name: 'marked',
    title: 'marked previews that many look at',
    variant: 'preview',
    photos: 160,
    isMarked: true,
    goal: 0.7,
  },
  {
    name: 'once',
    title: 'marked previews wanted once each',
    variant: 'preview',
    photos: 2_000,
    isInOrder: true,
    isMarked: true,
    goal: 0.2,
  },
];

const bench = await startBenchApp();
const { context } = bench;
const photosFolder = join(context.config.dataDir, 'photos');
const key = context.imageKeys[0].export().toString('base64');
const race = await startRace(bench.address, { key, photos: photosFolder });

/**
 * Returns one address for each photo and viewer, or for each photo that is wanted once. The viewers hold the album, because a
 * picture is only sent to somebody who may see it now.
 */
async function addressesOf(viewers: TestUser[], set: Set, bytes: Buffer): Promise<string[]> {
  const { variant, photos } = set;
  const album = await buildAlbum(bench);
  for (const viewer of viewers) await holdAlbum(bench, viewer, album, 'opened');
  const folderUuid = album.uuid;
  for (let id = 1; id <= photos; id++) {
    const path = join(photosFolder, derivativeKey(folderUuid, id, variant));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  const tokens = viewers.map(({ id: userId }) =>
    issueImageToken(context, { folderUuid, userId, scope: { kind: 'previews' } }, 60),
  );
  return Array.from({ length: set.isInOrder ? photos : photos * tokens.length }, (_, index) => {
    const auth = tokens[(index * 7) % tokens.length];
    return `/api/images/${folderUuid}/${(index % photos) + 1}.${variant}?auth=${auth}`;
  });
}

try {
  const plain = await sharp(SCENE).resize(1600).jpeg({ quality: 80, optimiseCoding: false }).toBuffer();
  const { preview: pair } = markPreview(plain, { traceKey: newestTraceKey(context.traceKeys), imageId: 1 });
  const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => buildUser(bench)));
  const chosen = process.argv.slice(2);
  console.log(`preview ${plain.length} bytes, pair ${pair.length} bytes; load average ${describeLoad()}`);
  console.log('| pictures | goal | now | bare req/s | ours req/s |');
  console.log('|---|---|---|---|---|');
  for (const set of SETS) {
    if (chosen.length > 0 && !chosen.includes(set.name)) continue;
    const bytes = set.variant === 'thumb' ? randomBytes(THUMB_BYTES) : plain;
    const plainPaths = await addressesOf(viewers, set, bytes);
    const ourPaths = set.isMarked ? await addressesOf(viewers, set, pair) : plainPaths;
    const load = { connections: CONNECTIONS, seconds: SECONDS, isInOrder: set.isInOrder ?? false };
    const rounds = await race.run<number>({
      bare: { ...load, paths: plainPaths },
      ours: { ...load, paths: ourPaths },
    });
    const now = middleOf(rounds, ({ bare, ours }) => ours / bare);
    if (set.goal) {
      notifyGoal({ what: `${set.title}, to a bare server`, goal: set.goal, now, unit: '', best: 'most' });
    }
    const cells = [
      `${set.title}, ${set.photos}`,
      set.goal?.toFixed(2) ?? '',
      now.toFixed(2),
      middleOf(rounds, ({ bare }) => bare).toFixed(0),
      middleOf(rounds, ({ ours }) => ours).toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const megabytes = process.memoryUsage.rss() / 1e6;
  notifyGoal({ what: 'memory after pictures', goal: MAX_MB, now: megabytes, unit: 'MB', best: 'least' });
  console.log(`memory after the load: ${megabytes.toFixed(0)} MB; load average ${describeLoad()}`);
} finally {
  race.stop();
  await bench.stop();
}
