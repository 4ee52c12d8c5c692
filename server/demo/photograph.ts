import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { chooseCovers } from '#server/modules/images/cover-images.ts';
import type { Derivatives, MarkedDerivatives } from '#server/modules/images/derivatives.ts';
import { writeDerivatives } from '#server/modules/images/derivatives-placement.ts';
import { derivativeKey, originalKey } from '#server/modules/images/image-keys.ts';
import { currentMark } from '#server/modules/images/mark.ts';
import { becomeReady, findImageByContent, newImage } from '#server/modules/images/new-images.ts';
import type { PhotoMeasures } from '#server/modules/images/perceptual-hash.ts';
import { newestTraceKey, type TraceKey } from '#server/modules/images/trace-keys.ts';
import { type Mark, nameOfMark } from '#server/modules/images/watermark.ts';
import { asBuffer, openThread } from '#server/platform/processes/threads.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { buildDemoData, type DemoAlbum, demoIdentifier, FOLLOWED_TEAM_KEYS } from './demo-data.ts';
import { dateRows, findDatedColumns } from './past.ts';
import { type DemoPhotoOptions, scenesFor } from './pictures.ts';
import { between, seededRandom } from './random.ts';
import { buildTeamLooks, PALETTES, type Palette } from './uniforms.ts';
import words from './words.json' with { type: 'json' };

const SIZES = {
  demo: { fewest: 8, most: 14, width: 1200 },
  /** Teams of a palette share their pictures, because drawing them takes most of the time of this demo. */
  'demo-small': { fewest: 4, most: 4, width: 600 },
};
const PERFORMANCE_SECONDS = 150;
const BURST_GAP_MS = 400;
/** These frames of an album show one moment, so that staff have a burst to choose from. */
const BURST = { first: 3, frames: 3 };
const SEEDS_PER_TEAM = 1000;
const DOUBTFUL_FRAMES = 6;
const DRAWN_AHEAD = 3;
const MARKED = ['thumb', 'preview'] as const;
const CLEAN = ['clean-thumb', 'clean-preview'] as const;

type PhotoMarks = { mark: Mark; traceKey: TraceKey };
export type DrawOrder = {
  photo: DemoPhotoOptions;
  marks: PhotoMarks;
  /** Pictures for owners are drawn at once for a shop that has sold most of its albums. */
  isForOwners: boolean;
};
export type DrawnPhoto = {
  original: Buffer;
  width: number;
  height: number;
  measures: PhotoMeasures;
  fingerprint: Buffer;
  derivatives: MarkedDerivatives;
  clean: Derivatives | undefined;
};
type Place = { eventId: number; folder: string; imageId: number };
export type PoolPhoto = DrawnPhoto & {
  contentHash: Buffer;
  crc32: number;
  /** Further events link to the file at this place instead of storing another copy. */
  placed?: Place;
};
export type PhotoPool = (position: number) => Promise<PoolPhoto>;

export const photographPaletteJob = defineJob({
  name: 'demo.photograph-palette',
  payload: z.object({
    palette: z.enum(PALETTES),
    today: z.iso.datetime(),
    /** The season needs the photos of all palettes. */
    isLast: z.boolean().default(false),
  }),
  expireSeconds: 900,
  concurrency: 1,
});

/** Jobs draw the photos after the site is up, starting with the colors of followed teams. */
export async function enqueueDemoPhotos({ db, queue }: Pick<Tx, 'db' | 'queue'>, today: Date): Promise<void> {
  const { teams } = buildDemoData({ today });
  const followed = teams.filter((team) => FOLLOWED_TEAM_KEYS.includes(team.key)).map((team) => team.palette);
  const palettes = [...new Set([...followed, ...PALETTES])];
  for (const [index, palette] of palettes.entries()) {
    const after = palettes.length - 1 - index;
    const shots = { palette, today: today.toISOString(), isLast: after === 0 };
    await queue.enqueue(db, photographPaletteJob, shots, { priority: after });
  }
}

/** Draws in a separate thread, so that the site stays quick and both cores of a small machine are used. */
const thread = openThread<DrawOrder, DrawnPhoto>(new URL('./draw-thread.ts', import.meta.url));

/** Call it when no more photos are needed, because the decoded scenes take 70 MB. */
export const endDrawing = (): Promise<void> => thread.end();

/** A team enters an event once, so its frames can be used at each of its events. */
export async function photograph(context: Context, palette: Palette, today: Date): Promise<void> {
  const mark = await currentMark(context);
  const isSmall = context.config.seed === 'demo-small';
  const { fewest, most, width } = SIZES[isSmall ? 'demo-small' : 'demo'];
  const marks = { mark, traceKey: newestTraceKey(context.traceKeys) };
  const pools = openTeamPools(palette, today, marks, { width, isShared: isSmall });
  const draw = ({ shot, position }: Frame) => (pools.get(shot.album.teamKey) as PhotoPool)(position);
  const shots = await listShots(context, palette, today);
  const frames = shots.flatMap((shot) => planFrames(shot, { fewest, most }));
  const [newest] = shots;
  if (!isSmall && newest && palette === PALETTES[0]) frames.push(...planUnsortedPhotos(newest, most));
  const addPhoto = await photoAdder(context, mark, isSmall);
  for (const [index, frame] of frames.entries()) {
    // Storing waits for the disk and the database, so the next photos are drawn meanwhile.
    for (const next of frames.slice(index + 1, index + 1 + DRAWN_AHEAD)) draw(next).catch(() => undefined);
    await addPhoto(frame, await draw(frame));
  }
  await chooseCovers(context);
}

function openTeamPools(
  palette: Palette,
  today: Date,
  marks: PhotoMarks,
  { width, isShared }: { width: number; isShared: boolean },
): Map<string, PhotoPool> {
  const { teams } = buildDemoData({ today });
  const looks = buildTeamLooks(teams);
  const scenes = scenesFor(palette);
  const pools = new Map<string, PhotoPool>();
  for (const [firstSeed, team] of teams.entries()) {
    const look = looks.get(team.key);
    if (team.palette !== palette || !look) continue;
    const [first] = pools.values();
    const draw: PhotoPool = async (position) => {
      const { moment, burstStep } = momentOf(position);
      // Each team starts with another scene, so that the covers of a list differ.
      const scene = scenes[(firstSeed + moment) % scenes.length] as DemoPhotoOptions['scene'];
      const photo = {
        scene,
        look,
        seed: firstSeed * SEEDS_PER_TEAM + moment + 1,
        burstStep,
        width: scene.width < scene.height ? Math.round(width * 0.7) : width,
        cameraSerial: 'DEMO-0001',
        capturedAt: new Date('2026-01-01T12:00:00Z'),
        photographer: 'Demo Photographer',
      };
      const drawn = await thread.ask({ photo, marks, isForOwners: !isShared });
      const { derivatives, clean } = drawn;
      return {
        ...drawn,
        ...factsOf(asBuffer(drawn.original)),
        fingerprint: asBuffer(drawn.fingerprint),
        derivatives: { ...derivatives, ...buffersOf(derivatives) },
        clean: clean && { ...clean, ...buffersOf(clean) },
      };
    };
    pools.set(team.key, isShared && first ? lendPhotos(first, team.key) : once(draw));
  }
  return pools;
}

const buffersOf = ({ preview, thumb }: Derivatives) => ({
  preview: asBuffer(preview),
  thumb: asBuffer(thumb),
});

/** Tells which moment of a performance a frame shows, and its place among the frames of that moment. */
export function momentOf(position: number): { moment: number; burstStep: number } {
  const burstStep = Math.min(Math.max(position - BURST.first, 0), BURST.frames - 1);
  const isAfter = position >= BURST.first + BURST.frames;
  return { moment: position - burstStep, burstStep: isAfter ? 0 : burstStep };
}

/** Gives a team the pictures of another. A trailer makes its files differ, because an event keeps each file once. */
export function lendPhotos(pool: PhotoPool, teamKey: string): PhotoPool {
  return once(async (position) => {
    const { placed: _ofTheOther, ...photo } = await pool(position);
    return { ...photo, ...factsOf(Buffer.concat([photo.original, Buffer.from(teamKey)])) };
  });
}

function once(make: PhotoPool): PhotoPool {
  const made = new Map<number, Promise<PoolPhoto>>();
  return (position) => {
    const known = made.get(position) ?? make(position);
    made.set(position, known);
    return known;
  };
}

function factsOf(original: Buffer) {
  return {
    original,
    contentHash: createHash('sha256').update(original).digest(),
    crc32: crc32(original),
  };
}

type Shot = { album: DemoAlbum; albumId: number; albumUuid: string; eventId: number; trayUuid: string };
type Frame = { shot: Shot; position: number; fileName: string; capturedAt: Date; needsSorting?: boolean };

async function listShots({ db }: Context, palette: Palette, today: Date): Promise<Shot[]> {
  const data = buildDemoData({ today });
  const photographed = new Set(data.events.filter((event) => event.isPhotographed).map((event) => event.key));
  const albums = data.albums
    .filter((album) => album.palette === palette && photographed.has(album.eventKey))
    .sort((a, b) => b.plannedAt.getTime() - a.plannedAt.getTime());
  const rows = await db
    .selectFrom('albums')
    .innerJoin('events', 'events.id', 'albums.eventId')
    .select(['albums.id as albumId', 'albums.uuid as albumUuid', 'albums.eventId', 'albums.identifier'])
    .select('events.trayUuid')
    .where('albums.identifier', 'in', albums.map(demoIdentifier))
    .execute();
  const byIdentifier = new Map(rows.map(({ identifier, ...row }) => [identifier, row]));
  return albums.flatMap((album) => {
    const row = byIdentifier.get(demoIdentifier(album));
    return row ? [{ album, ...row }] : [];
  });
}

function planFrames(shot: Shot, { fewest, most }: { fewest: number; most: number }): Frame[] {
  const random = seededRandom(shot.albumId);
  const count = Math.round(between(random, fewest, most));
  const moments = momentOf(count - 1).moment + 1;
  const starts = Array.from({ length: moments }, (_, moment) =>
    Math.round((PERFORMANCE_SECONDS * (moment + random())) / moments),
  );
  return Array.from({ length: count }, (_, position) => {
    const { moment, burstStep } = momentOf(position);
    const ms = (starts[moment] ?? 0) * 1000 + burstStep * BURST_GAP_MS;
    const capturedAt = new Date(shot.album.plannedAt.getTime() + ms);
    const fileName = `DEMO_${shot.albumId}_${String(position + 1).padStart(3, '0')}.jpg`;
    return { shot, position, fileName, capturedAt };
  });
}

/** Frames that were taken between two performances, so that staff have to file them. */
function planUnsortedPhotos(shot: Shot, first: number): Frame[] {
  return Array.from({ length: DOUBTFUL_FRAMES }, (_, index) => ({
    shot,
    position: first + index,
    fileName: `DEMO_${shot.eventId}_BETWEEN_${index + 1}.jpg`,
    capturedAt: new Date(shot.album.plannedAt.getTime() + (PERFORMANCE_SECONDS + 61 + index) * 1000),
    needsSorting: true,
  }));
}

/** Writes the files before the row becomes ready, so that a second run after a crash adds what is missing. */
async function photoAdder(context: Context, mark: Mark, isSmall: boolean) {
  const datedColumns = await findDatedColumns(context.db);
  return async ({ shot, fileName, capturedAt, needsSorting }: Frame, photo: PoolPhoto): Promise<void> => {
    const { eventId } = shot;
    const { original, contentHash, crc32, width, height, derivatives, measures } = photo;
    const albumId = needsSorting ? null : shot.albumId;
    const sizeBytes = original.length;
    const fresh = { eventId, albumId, contentHash, crc32, fileName, sizeBytes, uploadedBy: null };
    // A photographer's upload takes a quarter of an hour to arrive.
    const arrivedAt = new Date(capturedAt.getTime() + 15 * 60_000);
    const dated = dateRows(context.db, datedColumns, { now: () => arrivedAt });
    const image =
      (await newImage(dated, fresh).executeTakeFirst()) ??
      (await findImageByContent(context.db, eventId, contentHash));
    if (!image) return;
    const place = { eventId, folder: needsSorting ? shot.trayUuid : shot.albumUuid, imageId: image.id };
    // Nobody can own a photo that is in no album.
    await placeFiles(context, needsSorting ? { ...photo, clean: undefined } : photo, place);
    photo.placed ??= needsSorting ? undefined : place;
    // Two photographers share the stage of an event.
    const { photographers } = words;
    const photographer = photographers[(eventId + (shot.albumId % 2)) % photographers.length] ?? '';
    await inTransaction(context, (tx) =>
      becomeReady(tx.db, image.id, {
        width,
        height,
        placeholder: derivatives.placeholder,
        mark: nameOfMark(mark),
        traceKey: derivatives.traceKey,
        fingerprint: photo.fingerprint,
        clean: null,
        perceptualHash: measures.hash,
        sharpness: measures.sharpness,
        lookAt: arrivedAt,
        cameraTime: capturedAt,
        capturedAt,
        cameraSerial: 'DEMO-0001',
        photographer: isSmall ? 'Demo Photographer' : photographer,
        albumId,
        doubt: needsSorting ? 'near_boundary' : null,
      }),
    );
  };
}

async function placeFiles({ storage, ...context }: Context, photo: PoolPhoto, place: Place): Promise<void> {
  const { placed, clean, contentHash, derivatives } = photo;
  const original = originalKey(place.eventId, contentHash);
  if (placed) {
    await storage.copy(originalKey(placed.eventId, contentHash), original);
    for (const variant of clean ? [...MARKED, ...CLEAN] : MARKED) {
      const from = derivativeKey(placed.folder, placed.imageId, variant);
      await storage.copy(from, derivativeKey(place.folder, place.imageId, variant));
    }
    return;
  }
  await storage.put(original, photo.original);
  await writeDerivatives({ ...context, storage }, place.folder, place.imageId, derivatives);
  if (!clean) return;
  await storage.put(derivativeKey(place.folder, place.imageId, 'clean-thumb'), clean.thumb);
  await storage.put(derivativeKey(place.folder, place.imageId, 'clean-preview'), clean.preview);
}
