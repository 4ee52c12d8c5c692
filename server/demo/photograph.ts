import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { chooseCovers } from '#server/modules/images/cover-images.ts';
import { derivativeKey, originalKey, type StoredVariant } from '#server/modules/images/image-keys.ts';
import { becomeReady, findImageByContent, newImage } from '#server/modules/images/new-images.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { currentMark, type Mark, nameOfMark } from '#server/modules/images/watermark.ts';
import { asBuffer, openThread } from '#server/platform/processes/threads.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { buildDemoData, type DemoAlbum, demoIdentifier, FOLLOWED_TEAM_KEYS } from './demo-data.ts';
import type { DrawnPhoto, DrawOrder } from './draw-thread.ts';
import { dateRows, findDatedColumns } from './past.ts';
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
const DRAWN_AHEAD = 3;
/** A photographer's upload takes a quarter of an hour to arrive. */
const UPLOAD_MS = 15 * 60_000;
const CAMERA = { cameraSerial: 'DEMO-0001', photographer: 'Demo Photographer' };

type Place = { eventId: number; folder: string; imageId: number };
type TeamPhoto = DrawnPhoto & {
  contentHash: Buffer;
  crc32: number;
  /** Further events link to the files at this place instead of storing another copy. */
  placed?: Place;
};

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

export async function photograph(context: Context, palette: Palette, today: Date): Promise<void> {
  const mark = await currentMark(context);
  const marks = { mark, traceKey: newestTraceKey(context.traceKeys) };
  const isSmall = context.config.seed === 'demo-small';
  const { min, max, width } = SIZES[isSmall ? 'demo-small' : 'demo'];
  const { teams } = buildDemoData({ today });
  const scenes = scenesFor(palette);
  const lender = teams.find((team) => team.palette === palette)?.key ?? '';

  const draw = once(async (teamKey, position) => {
    const number = teams.findIndex(({ key }) => key === teamKey);
    const { moment, burstStep } = momentOf(position);
    // Each team starts with another scene, so that the covers of a list differ.
    const scene = scenes[(number + moment) % scenes.length] as DemoScene;
    const photo = {
      ...CAMERA,
      scene,
      look: teams[number]?.look ?? { colors: '', pattern: '' },
      seed: number * SEEDS_PER_TEAM + moment + 1,
      burstStep,
      width: scene.width < scene.height ? Math.round(width * 0.7) : width,
      capturedAt: new Date('2026-01-01T12:00:00Z'),
    };
    const drawn = await thread.ask({ photo, marks, isForOwners: !isSmall });
    return { ...drawn, original: asBuffer(drawn.original) };
  });
  // A team enters an event once, so its frames can be used at each of its events.
  const takePhoto = once(async (teamKey, position) =>
    isSmall ? lendPhoto(await draw(lender, position), teamKey) : withHashes(await draw(teamKey, position)),
  );

  const shots = await listShots(context, palette, today);
  const frames = shots.flatMap((shot) => planPhotos(shot, { min, max }));
  const [newest] = shots;
  if (!isSmall && newest && palette === PALETTES[0]) frames.push(...planUnsortedPhotos(newest, max));
  const addPhoto = await photoAdder(context, mark);
  for (const [index, frame] of frames.entries()) {
    // Storing waits for the disk and the database, so the next photos are drawn meanwhile.
    for (const { shot, position } of frames.slice(index + 1, index + 1 + DRAWN_AHEAD)) {
      takePhoto(shot.album.teamKey, position).catch(() => undefined);
    }
    await addPhoto(frame, await takePhoto(frame.shot.album.teamKey, frame.position));
  }
  await chooseCovers(context);
}

function once<T>(make: (teamKey: string, position: number) => Promise<T>): typeof make {
  const made = new Map<string, Promise<T>>();
  return (teamKey, position) => {
    const key = `${teamKey} ${position}`;
    const known = made.get(key) ?? make(teamKey, position);
    made.set(key, known);
    return known;
  };
}

/** Tells which moment of a performance a frame shows, and its place among the frames of that moment. */
export function momentOf(position: number): { moment: number; burstStep: number } {
  const burstStep = Math.min(Math.max(position - BURST.first, 0), BURST.frames - 1);
  const isAfter = position >= BURST.first + BURST.frames;
  return { moment: position - burstStep, burstStep: isAfter ? 0 : burstStep };
}

/** Gives a team the picture of another. A trailer makes its file differ, because an event keeps each file once. */
export function lendPhoto(drawn: DrawnPhoto, teamKey: string): TeamPhoto {
  return withHashes({ ...drawn, original: Buffer.concat([drawn.original, Buffer.from(teamKey)]) });
}

function withHashes(drawn: DrawnPhoto): TeamPhoto {
  const { original } = drawn;
  return { ...drawn, contentHash: createHash('sha256').update(original).digest(), crc32: crc32(original) };
}

type Shot = { album: DemoAlbum; albumId: number; albumUuid: string; eventId: number; trayUuid: string };
type PlannedPhoto = {
  shot: Shot;
  position: number;
  fileName: string;
  capturedAt: Date;
  needsSorting?: boolean;
};

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

function planPhotos(shot: Shot, { min, max }: { min: number; max: number }): PlannedPhoto[] {
  const random = seededRandom(shot.albumId);
  const count = Math.round(between(random, min, max));
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
function planUnsortedPhotos(shot: Shot, first: number): PlannedPhoto[] {
  return Array.from({ length: UNSORTED_FRAMES }, (_, index) => ({
    shot,
    position: first + index,
    fileName: `DEMO_${shot.eventId}_BETWEEN_${index + 1}.jpg`,
    capturedAt: new Date(shot.album.plannedAt.getTime() + (PERFORMANCE_SECONDS + 61 + index) * 1000),
    needsSorting: true,
  }));
}

/** Writes the files before the row becomes ready, so that a second run after a crash adds what is missing. */
async function photoAdder(context: Context, mark: Mark) {
  const datedColumns = await findDatedColumns(context.db);
  const { photographers } = words;
  return async (
    { shot, fileName, capturedAt, needsSorting }: PlannedPhoto,
    photo: TeamPhoto,
  ): Promise<void> => {
    const { eventId } = shot;
    const { contentHash, crc32, original, facts } = photo;
    const albumId = needsSorting ? null : shot.albumId;
    const fresh = { eventId, albumId, contentHash, crc32, fileName, sizeBytes: original.length };
    const arrivedAt = new Date(capturedAt.getTime() + UPLOAD_MS);
    const dated = dateRows(context.db, datedColumns, { now: () => arrivedAt });
    const image =
      (await newImage(dated, { ...fresh, uploadedBy: null }).executeTakeFirst()) ??
      (await findImageByContent(context.db, eventId, contentHash));
    if (!image) return;
    const folder = needsSorting ? shot.trayUuid : shot.albumUuid;
    await placeFiles(context, photo, { eventId, folder, imageId: image.id });
    await inTransaction(context, (tx) =>
      becomeReady(tx.db, image.id, {
        ...facts,
        fingerprint: asBuffer(facts.fingerprint),
        mark: nameOfMark(mark),
        clean: null,
        cameraTime: capturedAt,
        capturedAt,
        ...CAMERA,
        // Two photographers share an event's stage.
        photographer: photographers[(eventId + (shot.albumId % 2)) % photographers.length] ?? '',
        albumId,
        doubt: needsSorting ? 'near_boundary' : null,
      }),
    );
  };
}

async function placeFiles({ storage }: Context, photo: TeamPhoto, place: Place): Promise<void> {
  const { original, contentHash, derivatives, placed } = photo;
  const store = async (data: Uint8Array, keyAt: (place: Place) => string) => {
    if (placed) await storage.copy(keyAt(placed), keyAt(place));
    else await storage.put(keyAt(place), asBuffer(data));
  };
  await store(original, ({ eventId }) => originalKey(eventId, contentHash));
  for (const [variant, data] of Object.entries(derivatives)) {
    if (!data) continue;
    await store(data, ({ folder, imageId }) => derivativeKey(folder, imageId, variant as StoredVariant));
  }
  photo.placed ??= place;
}
