// Compares requests per second for pictures with a bare server that sends the plain file, in interleaved rounds: thumbs,
// previews as they are stored, and marked previews, which are put together for each viewer. Photos that many look at fit
// into memory; those that are wanted once each do not. `npm run bench:images -- thumbs` measures only the sets it names.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { markPreview } from '#server/modules/images/derivatives.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { startBenchApp } from './bench-app.ts';
import { middleOf, notifyGoal, startRace } from './measure.ts';

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
const { db } = context;
const photosFolder = join(context.config.dataDir, 'photos');
const key = context.imageKeys[0].export().toString('base64');
const race = await startRace(bench.address, { key, photos: photosFolder });

async function createViewers(): Promise<number[]> {
  const people = Array.from({ length: VIEWERS }, (_, index) => ({
    email: `viewer${index}@example.test`,
    passwordHash: '-',
    firstName: 'Viewer',
    lastName: `Number ${index}`,
    name: `Viewer Number ${index}`,
    agreedToTermsAt: new Date(),
    emailVerifiedAt: new Date(),
  }));
  const rows = await db.insertInto('users').values(people).returning('id').execute();
  for (const { id } of rows) await startSession(context, id, { ip: '127.0.0.1', userAgent: 'bench' });
  return rows.map(({ id }) => id);
}

/** The viewers hold the album, because a picture is only sent to somebody who may see it now. */
async function createAlbum(viewers: number[]): Promise<string> {
  const names = { brandName: '', producerName: '', venueName: '', city: '', state: '' };
  const event = await db
    .insertInto('events')
    .values({ ...names, name: 'Bench Cup', startDate: '2026-11-14' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const album = await db
    .insertInto('albums')
    .values({
      eventId: event.id,
      programName: 'Star Athletics',
      teamName: 'Comets',
      divisionName: 'Senior 4',
      performanceOrder: 1,
      identifier: `bench ${event.id}`,
      publishedAt: new Date(),
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  const found = viewers.map((userId) => ({ userId, albumId: album.id, foundBy: 'opened' as const }));
  await db.insertInto('userFoundAlbums').values(found).execute();
  return album.uuid;
}

/** Returns one address for each photo and viewer, or for each photo that is wanted once. */
async function addressesOf(viewers: number[], set: Set, bytes: Buffer): Promise<string[]> {
  const { variant, photos } = set;
  const folderUuid = await createAlbum(viewers);
  for (let id = 1; id <= photos; id++) {
    const path = join(photosFolder, derivativeKey(folderUuid, id, variant));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  const tokens = viewers.map((userId) =>
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
  const viewers = await createViewers();
  const chosen = process.argv.slice(2);
  console.log(`preview ${plain.length} bytes, pair ${pair.length} bytes; load average ${loadavg()[0]}`);
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
  console.log(`memory after the load: ${megabytes.toFixed(0)} MB; load average ${loadavg()[0]}`);
} finally {
  race.stop();
  await bench.stop();
}
