import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import { z } from 'zod';
import { UnreadableImageError } from '#engines/faces/pixels.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { searchedAlbums } from '#server/modules/found-albums/held-album.ts';
import {
  type FaceImage,
  type FoundFaces,
  findFaceImage,
  findTurnedOriginal,
  keepFaces,
  listUnseenImages,
  readCrops,
  type SeenFace,
} from '#server/modules/images/image-faces.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import type { WorkPriority } from '#server/platform/processes/process-pool.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { isMatchingOn } from './athletes.ts';
import { selectSearchable } from './matches.queries.ts';
import { searchAlbum } from './start-search.ts';

type DetectionContext = Context & { purchases: Purchases };
export type Engine = Pick<Faces, 'detect' | 'embed'>;

/** Work that a parent waits for goes before the rest. */
export function withPriority(engine: Faces, priority: WorkPriority): Engine {
  return {
    detect: (picture) => engine.detect(picture, { priority }),
    embed: (crops) => engine.embed(crops, { priority }),
  };
}

type ImageTx = Pick<Tx, 'db' | 'storage' | 'clock' | 'log'>;

export const detectFacesJob = defineJob({
  name: 'athletes.detect-faces',
  payload: z.object({ imageId: z.int() }),
  concurrency: availableParallelism(),
});

/** Priorities are small integers, and this leaves room for decades of seconds. */
const FIRST_SECOND = Date.UTC(2026) / 1000;
/** Pictures are looked at one by one, so a search of their album waits this long for more of them. */
export const BATCH_SECONDS = 5;

/**
 * Albums that someone searches come first, and of these the newest photos, so that parents learn of recent ones even if
 * cameras send more than can be searched.
 */
export async function enqueueDetection(tx: DetectionContext, imageId: number): Promise<void> {
  if (!tx.config.faces.isOn) return;
  const image = await findFaceImage(tx.db, imageId);
  if (!image) return;
  const isWaitedFor = await hasSearchableHolder(tx, image.albumId);
  const second = Math.floor(tx.clock.now().getTime() / 1000) - FIRST_SECOND;
  await tx.queue.enqueue(
    tx.db,
    detectFacesJob,
    { imageId },
    { singletonKey: `image:${imageId}`, priority: isWaitedFor ? second : 0 },
  );
}

const IMAGES_PER_RUN = 10;

/** Processes older pictures a few at a time, so that new ones do not have to wait. */
export async function catchUpFaces(context: DetectionContext, signal: AbortSignal): Promise<void> {
  const engine = await context.faces.open();
  if (!engine) return;
  for (const image of await listUnseenImages(context.db, IMAGES_PER_RUN)) {
    signal.throwIfAborted();
    await getFaces(context, engine, image);
    const { albumId } = image;
    if (albumId === null || !(await hasSearchableHolder(context, albumId))) continue;
    await inTransaction(context, (tx) => searchAlbum(tx, albumId, { startAfterSeconds: BATCH_SECONDS }));
  }
}

export type CroppedFaces = { faces: SeenFace[]; crops: Buffer[] };

/**
 * Reads stored faces, or detects them if they are missing. Boxes are kept even while matching is off, because other children
 * are covered by them; crops are only needed for matching.
 */
export async function getFaces(tx: ImageTx, engine: Engine, image: FaceImage): Promise<CroppedFaces> {
  const crops = await readCrops(tx, image);
  if (crops) return { faces: image.faces ?? [], crops };
  const found = await facesOf(tx, engine, image);
  await keepFaces(tx, image, found, { keepsCrops: await isMatchingOn(tx) });
  return { faces: found.faces, crops: found.faces.map(({ crop }) => crop) };
}

const NO_FACES: FoundFaces = { faces: [], uncertain: [] };

/** An unreadable picture counts as one without faces; otherwise it would be retried forever. */
async function facesOf(tx: ImageTx, engine: Engine, image: FaceImage): Promise<FoundFaces> {
  const picture = await findTurnedOriginal(tx, image);
  if (!picture) {
    tx.log.warn({ imageId: image.id }, 'face detection skipped: the original is missing');
    return NO_FACES;
  }
  try {
    return await engine.detect(picture);
  } catch (error) {
    if (error instanceof UnreadableImageError) return NO_FACES;
    throw error;
  }
}

/** Searches a photo again after it was turned, because its faces lie elsewhere now. Decisions of customers stay. */
export async function searchAgain(
  context: Context & { purchases: Purchases },
  imageId: number,
): Promise<void> {
  const image = await findFaceImage(context.db, imageId);
  if (!image) return;
  await inTransaction(context, async (tx) => {
    if (image.albumId !== null)
      // The next search of the album covers the picture again.
      await sql`
    update athlete_album_scans set scanned_images = array_remove(scanned_images, ${imageId}::bigint)
    where album_id = ${image.albumId} and ${imageId}::bigint = any (scanned_images)`.execute(tx.db);
    await enqueueDetection({ ...context, ...tx }, imageId);
  });
}

export async function hasSearchableHolder(
  { db, purchases }: { db: Db; purchases: Purchases },
  albumId: number | null,
): Promise<boolean> {
  if (albumId === null) return false;
  const found = await selectSearchable(db)
    .innerJoin(searchedAlbums(db, purchases).as('found'), 'found.userId', 'athletes.userId')
    .select('athletes.id')
    .where('found.albumId', '=', albumId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
