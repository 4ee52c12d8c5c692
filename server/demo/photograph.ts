import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { chooseCovers } from '#server/modules/images/cover-images.ts';
import { derivativeKey, originalKey, type StoredVariant } from '#server/modules/images/image-keys.ts';
import { becomeReady, findImageByContent, insertImage } from '#server/modules/images/new-images.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { currentMark, nameOfMark } from '#server/modules/images/watermark.ts';
import { asBuffer, openThread } from '#server/platform/processes/threads.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { buildDemoData, type DemoAlbum, demoIdentifier } from './demo-data.ts';
import type { DrawnPhoto, DrawOrder } from './draw-thread.ts';
import { type DatedColumns, dateRows, findDatedColumns } from './past.ts';
import { type DemoScene, PALETTES, type Palette, scenesFor } from './pictures.ts';
import { between, seededRandom } from './random.ts';
import words from './words.json' with { type: 'json' };

const SIZES = {
  demo: { min: 8, max: 14, width: 1200 },
  /** Teams of a palette share their pictures, because drawing them takes most of the time of this demo. */
  'demo-small': { min: 4, max: 4, width: 600 },
};
const PERFORMANCE_SECONDS = 150;
const BURST_GAP_MS = 400;
/** These frames of an album show one moment, so that staff have a burst to choose from. */
const BURST = { first: 3, frames: 3 };
const SEEDS_PER_TEAM = 1000;
const UNSORTED_FRAMES = 6;
/** A photographer's upload takes a quarter of an hour to arrive. */
const UPLOAD_MS = 15 * 60_000;

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
  const { teams, logIns } = buildDemoData({ today });
  const follows: string[] = logIns.flatMap((person) => person.follows);
  const followed = teams.filter(({ key }) => follows.includes(key)).map(({ palette }) => palette);
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

export async function photograph(context: Context, palette: Palette, today: Date): Promise<void> {
  const mark = await currentMark(context);
  const marks = { mark, traceKey: newestTraceKey(context.traceKeys) };
  const isSmall = context.config.seed === 'demo-small';
  const { min, max, width } = SIZES[isSmall ? 'demo-small' : 'demo'];
  const scenes = scenesFor(palette);

  function draw({ shot: { album }, position }: Frame): Promise<DrawnPhoto> {
    const { look, teamNumber } = album;
    const { moment, burstStep } = momentOf(position);
    // Each team starts with another scene, so that the covers of a list differ.
    const scene = scenes[(teamNumber + moment) % scenes.length] as DemoScene;
    const seed = teamNumber * SEEDS_PER_TEAM + moment + 1;
    const frameWidth = scene.width < scene.height ? Math.round(width * 0.7) : width;
    const photo = { scene, look, seed, burstStep, width: frameWidth };
    return thread.ask({ photo, marks, isForOwners: !isSmall });
  }

  const shots = await listShots(context, palette, today);
  const unsorted = isSmall || palette !== PALETTES[0] ? 0 : UNSORTED_FRAMES;
  const frames = shots.flatMap((shot, index) => planFrames(shot, { min, max }, index === 0 ? unsorted : 0));
  // A team enters an event once, so one picture serves all of its events.
  const ownerOf = ({ shot }: Frame) => (isSmall ? palette : shot.album.teamKey);
  const shared = Map.groupBy(frames, (frame) => `${ownerOf(frame)} ${frame.position}`);
  const dated = await findDatedColumns(context.db);
  for (const frames of shared.values()) {
    const drawn = await draw(frames[0] as Frame);
    const stored = new Map<string, string>();
    for (const frame of frames) {
      const photo = lendPhoto(drawn, isSmall ? frame.shot.album.teamKey : '');
      await addPhoto(context, frame, photo, { dated, mark: nameOfMark(mark), stored });
    }
  }
  await chooseCovers(context);
}

/** Tells which moment of a performance a frame shows, and its place among the frames of that moment. */
export function momentOf(position: number): { moment: number; burstStep: number } {
  const burstStep = Math.min(Math.max(position - BURST.first, 0), BURST.frames - 1);
  const isAfter = position >= BURST.first + BURST.frames;
  return { moment: position - burstStep, burstStep: isAfter ? 0 : burstStep };
}

type Shot = { album: DemoAlbum; albumId: number; albumUuid: string; eventId: number; trayUuid: string };
type Frame = { shot: Shot; position: number; fileName: string; capturedAt: Date; needsSorting: boolean };

/** The albums of a palette, the newest first. */
async function listShots({ db }: Context, palette: Palette, today: Date): Promise<Shot[]> {
  const rows = await db
    .selectFrom('albums')
    .innerJoin('events', 'events.id', 'albums.eventId')
    .select(['albums.id as albumId', 'albums.uuid as albumUuid', 'albums.eventId', 'albums.identifier'])
    .select('events.trayUuid')
    .execute();
  return buildDemoData({ today })
    .albums.filter((album) => album.palette === palette && album.isPhotographed)
    .flatMap((album) => {
      const row = rows.find(({ identifier }) => identifier === demoIdentifier(album));
      return row ? [{ album, ...row }] : [];
    })
    .sort((a, b) => +b.album.plannedAt - +a.album.plannedAt);
}

/** Unsorted frames were taken between two performances, so that staff have to file them. */
function planFrames(shot: Shot, { min, max }: { min: number; max: number }, unsorted: number): Frame[] {
  const random = seededRandom(shot.albumId);
  const count = Math.round(between(random, min, max));
  const moments = momentOf(count - 1).moment + 1;
  const starts = Array.from({ length: moments }, (_, moment) =>
    Math.round((PERFORMANCE_SECONDS * (moment + random())) / moments),
  );
  return Array.from({ length: count + unsorted }, (_, position) => {
    const { moment, burstStep } = momentOf(position);
    const needsSorting = position >= count;
    const seconds = needsSorting ? PERFORMANCE_SECONDS + 60 + position : (starts[moment] ?? 0);
    const capturedAt = new Date(+shot.album.plannedAt + seconds * 1000 + burstStep * BURST_GAP_MS);
    const fileName = `DEMO_${shot.albumId}_${String(position + 1).padStart(3, '0')}.jpg`;
    return { shot, position, fileName, capturedAt, needsSorting };
  });
}

/** A trailer makes the files of teams with the same picture differ, because an event keeps each file once. */
export function lendPhoto(drawn: DrawnPhoto, trailer: string) {
  const original = Buffer.concat([drawn.original, Buffer.from(trailer)]);
  return {
    ...drawn,
    original,
    contentHash: createHash('sha256').update(original).digest(),
    crc32: crc32(original),
  };
}

/**
 * Writes the files before the row becomes ready, so that a second run after a crash adds what is missing. Files that were
 * `stored` for another frame are linked.
 */
async function addPhoto(
  context: Context,
  { shot, fileName, capturedAt, needsSorting }: Frame,
  { contentHash, crc32, original, derivatives, facts }: ReturnType<typeof lendPhoto>,
  { dated, mark, stored }: { dated: DatedColumns; mark: string; stored: Map<string, string> },
): Promise<void> {
  const { eventId } = shot;
  const albumId = needsSorting ? null : shot.albumId;
  const fresh = { eventId, albumId, contentHash, crc32, fileName, sizeBytes: original.length };
  const arrivedAt = new Date(capturedAt.getTime() + UPLOAD_MS);
  const db = dateRows(context.db, dated, { now: () => arrivedAt });
  const imageId =
    (await insertImage(db, { ...fresh, uploadedBy: null })) ??
    (await findImageByContent(context.db, eventId, contentHash))?.id;
  if (imageId === undefined) return;
  const store = async (name: string, data: Uint8Array, key: string) => {
    const sharedKey = stored.get(name);
    await (sharedKey ? context.storage.copy(sharedKey, key) : context.storage.put(key, asBuffer(data)));
    stored.set(name, key);
  };
  await store(contentHash.toString('hex'), original, originalKey(eventId, contentHash));
  const folder = needsSorting ? shot.trayUuid : shot.albumUuid;
  for (const [variant, data] of Object.entries(derivatives)) {
    if (data) await store(variant, data, derivativeKey(folder, imageId, variant as StoredVariant));
  }
  const { photographers } = words;
  await inTransaction(context, (tx) =>
    becomeReady(tx.db, imageId, {
      ...facts,
      fingerprint: asBuffer(facts.fingerprint),
      mark,
      clean: null,
      cameraTime: capturedAt,
      capturedAt,
      cameraSerial: 'DEMO-0001',
      // Two photographers share the stage of an event.
      photographer: photographers[(eventId + (shot.albumId % 2)) % photographers.length]?.name ?? '',
      albumId,
      doubt: needsSorting ? 'near_boundary' : null,
    }),
  );
}
