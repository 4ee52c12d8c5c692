import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { writeDerivatives } from '#server/modules/images/derivatives-placement.ts';
import { derivativeKey, originalKey } from '#server/modules/images/image-keys.ts';
import { findImageByContent, insertImage, markReady } from '#server/modules/images/image-records.ts';
import { currentMark, type Mark, nameOfMark } from '#server/modules/images/mark.ts';
import { defineJob } from '#server/platform/queue.ts';
import { FOLLOWED_TEAM_KEYS } from './demo-customers.ts';
import { buildDemoData } from './demo-data.ts';
import type { DemoAlbum } from './demo-data.types.ts';
import { demoIdentifier } from './demo-identifier.ts';
import { PALETTES, type Palette } from './palettes.ts';
import { openPhotoPool, type PoolPhoto } from './photo-pool.ts';
import { between, seededRandom } from './seeded-random.ts';

const PHOTOS = {
  demo: { fewest: 8, most: 14, width: 1200 },
  'demo-small': { fewest: 4, most: 4, width: 600 },
};
const PERFORMANCE_SECONDS = 150;

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
  for (const palette of palettes) {
    const isLast = palette === palettes.at(-1);
    await queue.enqueue(db, photographPaletteJob, { palette, today: today.toISOString(), isLast });
  }
}

type Shot = { album: DemoAlbum; albumId: number; albumUuid: string; eventId: number };

/** Uses each frame once per event, because an event refuses the same file twice. */
export async function photograph(context: Context, palette: Palette, today: Date): Promise<void> {
  const mark = await currentMark(context);
  const { fewest, most, width } = PHOTOS[context.config.seed === 'demo-small' ? 'demo-small' : 'demo'];
  const takePhoto = openPhotoPool(palette, mark, width);
  const usedAtEvent = new Map<number, number>();
  for (const shot of await listShots(context, palette, today)) {
    const random = seededRandom(shot.albumId);
    const count = Math.round(between(random, fewest, most));
    const first = usedAtEvent.get(shot.eventId) ?? 0;
    usedAtEvent.set(shot.eventId, first + count);
    for (let i = 0; i < count; i += 1) {
      const seconds = Math.round((PERFORMANCE_SECONDS * (i + random())) / count);
      const capturedAt = new Date(shot.album.plannedAt.getTime() + seconds * 1000);
      await addPhoto(context, shot, await takePhoto(first + i), { number: i + 1, capturedAt, mark });
    }
  }
}

async function listShots({ db }: Context, palette: Palette, today: Date): Promise<Shot[]> {
  const data = buildDemoData({ today });
  const photographed = new Set(data.events.filter((event) => event.isPhotographed).map((event) => event.key));
  const albums = data.albums
    .filter((album) => album.palette === palette && photographed.has(album.eventKey))
    .sort((a, b) => b.plannedAt.getTime() - a.plannedAt.getTime());
  const rows = await db
    .selectFrom('albums')
    .select(['id', 'uuid', 'eventId', 'identifier'])
    .where('identifier', 'in', albums.map(demoIdentifier))
    .execute();
  const byIdentifier = new Map(rows.map((row) => [row.identifier, row]));
  return albums.flatMap((album) => {
    const row = byIdentifier.get(demoIdentifier(album));
    return row ? [{ album, albumId: row.id, albumUuid: row.uuid, eventId: row.eventId }] : [];
  });
}

/** Writes the files before the row becomes ready, so that a second run after a crash adds what is missing. */
async function addPhoto(
  context: Context,
  { albumId, albumUuid, eventId }: Shot,
  photo: PoolPhoto,
  { number, capturedAt, mark }: { number: number; capturedAt: Date; mark: Mark },
): Promise<void> {
  const { original, contentHash, width, height } = photo;
  const image =
    (await insertImage(context.db, {
      eventId,
      albumId,
      contentHash,
      crc32: photo.crc32,
      sizeBytes: original.length,
      fileName: `DEMO_${albumId}_${String(number).padStart(3, '0')}.jpg`,
      uploadedBy: null,
    })) ?? (await findImageByContent(context.db, eventId, contentHash));
  if (!image) return;
  await placeFiles(context, photo, { eventId, folder: albumUuid, imageId: image.id });
  await inTransaction(context, (tx) =>
    markReady(tx.db, image.id, {
      width,
      height,
      placeholder: photo.derivatives.placeholder,
      mark: nameOfMark(mark),
      cameraTime: capturedAt,
      capturedAt,
      cameraSerial: 'DEMO-0001',
      photographer: 'Demo Photographer',
      albumId,
      doubt: null,
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
    for (const variant of ['thumb', 'preview'] as const) {
      const from = derivativeKey(placed.folder, placed.imageId, variant);
      await storage.copy(from, derivativeKey(place.folder, place.imageId, variant));
    }
    return;
  }
  await storage.put(original, photo.original);
  await writeDerivatives(context, place.folder, place.imageId, photo.derivatives);
  photo.placed = place;
}
