import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { chooseCovers } from '#server/modules/images/choose-covers.ts';
import { currentMark } from '#server/modules/images/current-mark.ts';
import { writeDerivatives } from '#server/modules/images/derivatives-placement.ts';
import { derivativeKey, originalKey } from '#server/modules/images/image-keys.ts';
import {
  becomeReady,
  type Doubt,
  findImageByContent,
  newImage,
} from '#server/modules/images/image-records.ts';
import { type Mark, nameOfMark } from '#server/modules/images/mark.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { defineJob } from '#server/platform/queue.ts';
import { type DatedColumns, dateRows, findDatedColumns } from './date-rows.ts';
import { FOLLOWED_TEAM_KEYS } from './demo-customers.ts';
import { buildDemoData } from './demo-data.ts';
import type { DemoAlbum } from './demo-data.types.ts';
import { demoIdentifier } from './demo-identifier.ts';
import type { PhotoMarks } from './draw-photo.ts';
import { PALETTES, type Palette } from './palettes.ts';
import { lendPhotos, momentOf, openPhotoPool, type PhotoPool, type PoolPhoto } from './photo-pool.ts';
import { between, seededRandom } from './seeded-random.ts';
import { buildTeamLooks } from './team-look.ts';

const PHOTOS = {
  demo: { fewest: 8, most: 14, width: 1200 },
  /** Teams of a palette share their pictures, because drawing them takes most of the time of this demo. */
  'demo-small': { fewest: 4, most: 4, width: 600 },
};
const PERFORMANCE_SECONDS = 150;
const BURST_GAP_MS = 400;

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

type Shot = { album: DemoAlbum; albumId: number; albumUuid: string; eventId: number; trayUuid: string };

export const PHOTOGRAPHERS = [
  'Avery Lindenrow',
  'Marisol Quillfeather',
  'Theo Brambleford',
  'Noor Saltgrove',
];
const DOUBTFUL_FRAMES = 6;
const DRAWN_AHEAD = 3;
const MARKED = ['thumb', 'preview'] as const;
const CLEAN = ['clean-thumb', 'clean-preview'] as const;

/** A team enters an event once, so its frames can be used at each of its events. */
export async function photograph(context: Context, palette: Palette, today: Date): Promise<void> {
  const mark = await currentMark(context);
  const datedColumns = await findDatedColumns(context.db);
  const isSmall = context.config.seed === 'demo-small';
  const { fewest, most, width } = PHOTOS[isSmall ? 'demo-small' : 'demo'];
  const marks = { mark, traceKey: newestTraceKey(context.traceKeys) };
  const takePhotoOf = openTeamPools(palette, today, marks, { width, isShared: isSmall });
  const shots = await listShots(context, palette, today);
  const frames = shots.flatMap((shot) => planFrames(shot, { fewest, most }));
  const draw = ({ shot, position }: Frame) => takePhotoOf(shot.album.teamKey, position);
  for (const [index, frame] of frames.entries()) {
    // Storing waits for the disk and the database, so the next photos are drawn meanwhile.
    for (const next of frames.slice(index + 1, index + 1 + DRAWN_AHEAD)) draw(next).catch(() => undefined);
    const { shot, fileName, capturedAt } = frame;
    const photographer = isSmall ? 'Demo Photographer' : photographerOf(shot);
    const place = { ...shot, folder: shot.albumUuid };
    const facts = { fileName, capturedAt, mark, photographer, doubt: null, datedColumns };
    await addPhoto(context, place, await draw(frame), facts);
  }
  await chooseCovers(context);
  const [newest] = shots;
  if (isSmall || !newest || palette !== PALETTES[0]) return;
  for (let i = 0; i < DOUBTFUL_FRAMES; i += 1) {
    const photo = await takePhotoOf(newest.album.teamKey, most + i);
    await addDoubtfulPhoto(context, newest, photo, { number: i + 1, mark, datedColumns });
  }
}

type Frame = { shot: Shot; position: number; fileName: string; capturedAt: Date };

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

function openTeamPools(
  palette: Palette,
  today: Date,
  marks: PhotoMarks,
  { width, isShared }: { width: number; isShared: boolean },
) {
  const { teams } = buildDemoData({ today });
  const looks = buildTeamLooks(teams);
  const pools = new Map<string, PhotoPool>();
  for (const [firstSeed, team] of teams.entries()) {
    const look = looks.get(team.key);
    if (team.palette !== palette || !look) continue;
    const [first] = pools.values();
    const pool =
      isShared && first
        ? lendPhotos(first, team.key)
        : openPhotoPool({ palette, look, firstSeed }, marks, { widthPx: width, isForOwners: !isShared });
    pools.set(team.key, pool);
  }
  return (teamKey: string, position: number): Promise<PoolPhoto> => {
    const takePhoto = pools.get(teamKey);
    if (!takePhoto) throw new Error(`the demo has no team ${teamKey} in ${palette}`);
    return takePhoto(position);
  };
}

/** Two photographers share the stage of an event. */
function photographerOf({ eventId, albumId }: Shot): string {
  return PHOTOGRAPHERS[(eventId + (albumId % 2)) % PHOTOGRAPHERS.length] ?? '';
}

/** The frame was taken between two performances, so that staff have to file it. */
function addDoubtfulPhoto(
  context: Context,
  shot: Shot,
  photo: PoolPhoto,
  { number, ...facts }: { number: number } & Pick<Facts, 'mark' | 'datedColumns'>,
): Promise<void> {
  const capturedAt = new Date(shot.album.plannedAt.getTime() + (PERFORMANCE_SECONDS + 60 + number) * 1000);
  const place = { eventId: shot.eventId, albumId: null, folder: shot.trayUuid };
  // Nobody can own a photo that is in no album.
  const unowned = { ...photo, clean: undefined };
  return addPhoto(context, place, unowned, {
    fileName: `DEMO_${shot.eventId}_BETWEEN_${number}.jpg`,
    ...facts,
    capturedAt,
    photographer: photographerOf(shot),
    doubt: 'near_boundary',
  });
}

async function listShots({ db }: Context, palette: Palette, today: Date): Promise<Shot[]> {
  const data = buildDemoData({ today });
  const photographed = new Set(data.events.filter((event) => event.isPhotographed).map((event) => event.key));
  const albums = data.albums
    .filter((album) => album.palette === palette && photographed.has(album.eventKey))
    .sort((a, b) => b.plannedAt.getTime() - a.plannedAt.getTime());
  const rows = await db
    .selectFrom('albums')
    .innerJoin('events', 'events.id', 'albums.eventId')
    .select(['albums.id', 'albums.uuid', 'albums.eventId', 'albums.identifier', 'events.trayUuid'])
    .where('albums.identifier', 'in', albums.map(demoIdentifier))
    .execute();
  const byIdentifier = new Map(rows.map((row) => [row.identifier, row]));
  return albums.flatMap((album) => {
    const row = byIdentifier.get(demoIdentifier(album));
    if (!row) return [];
    const { id: albumId, uuid: albumUuid, eventId, trayUuid } = row;
    return [{ album, albumId, albumUuid, eventId, trayUuid }];
  });
}

type Place = { eventId: number; albumId: number | null; folder: string };
type Facts = {
  fileName: string;
  capturedAt: Date;
  mark: Mark;
  photographer: string;
  doubt: Doubt | null;
  datedColumns: DatedColumns;
};

/** Writes the files before the row becomes ready, so that a second run after a crash adds what is missing. */
async function addPhoto(
  context: Context,
  { eventId, albumId, folder }: Place,
  photo: PoolPhoto,
  { fileName, capturedAt, mark, photographer, doubt, datedColumns }: Facts,
): Promise<void> {
  const { original, contentHash, crc32, width, height } = photo;
  const fresh = {
    eventId,
    albumId,
    contentHash,
    crc32,
    fileName,
    sizeBytes: original.length,
    uploadedBy: null,
  };
  // A photographer's upload takes a quarter of an hour to arrive.
  const arrivedAt = new Date(capturedAt.getTime() + 15 * 60_000);
  const dated = dateRows(context.db, datedColumns, { now: () => arrivedAt });
  const image =
    (await newImage(dated, fresh).executeTakeFirst()) ??
    (await findImageByContent(context.db, eventId, contentHash));
  if (!image) return;
  await placeFiles(context, photo, { eventId, folder, imageId: image.id });
  await inTransaction(context, (tx) =>
    becomeReady(tx.db, image.id, {
      width,
      height,
      placeholder: photo.derivatives.placeholder,
      mark: nameOfMark(mark),
      traceKey: photo.derivatives.traceKey,
      fingerprint: photo.fingerprint,
      clean: null,
      lookHash: photo.look.hash,
      sharpness: photo.look.sharpness,
      lookAt: arrivedAt,
      cameraTime: capturedAt,
      capturedAt,
      cameraSerial: 'DEMO-0001',
      photographer,
      albumId,
      doubt,
    }),
  );
}

async function placeFiles(
  context: Context,
  photo: PoolPhoto,
  place: NonNullable<PoolPhoto['placed']>,
): Promise<void> {
  const { storage } = context;
  const original = originalKey(place.eventId, photo.contentHash);
  if (photo.placed) {
    const { placed } = photo;
    await storage.copy(originalKey(placed.eventId, photo.contentHash), original);
    for (const variant of photo.clean ? [...MARKED, ...CLEAN] : MARKED) {
      const from = derivativeKey(placed.folder, placed.imageId, variant);
      await storage.copy(from, derivativeKey(place.folder, place.imageId, variant));
    }
    return;
  }
  await storage.put(original, photo.original);
  await writeDerivatives(context, place.folder, place.imageId, photo.derivatives);
  if (photo.clean) {
    await storage.put(derivativeKey(place.folder, place.imageId, 'clean-thumb'), photo.clean.thumb);
    await storage.put(derivativeKey(place.folder, place.imageId, 'clean-preview'), photo.clean.preview);
  }
  photo.placed = place;
}
