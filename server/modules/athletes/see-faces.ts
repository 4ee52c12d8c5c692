import { z } from 'zod';
import type { Context } from '#server/context.ts';
import {
  type FaceImage,
  findFaceImage,
  findPicture,
  keepFaces,
  listUnseenImages,
  readCrops,
  type SeenFace,
} from '#server/modules/images/image-faces.ts';
import type { Face } from '#server/platform/faces/face.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import { UnreadablePictureError } from '#server/platform/faces/pixels.ts';
import { defineJob } from '#server/platform/queue.ts';
import { isMatchingOn, openFaces } from './face-matching.ts';
import { isAnyoneSoughtIn } from './scans.queries.ts';
import { matchSoon } from './start-search.ts';

type World = Pick<Context, 'db' | 'storage' | 'clock' | 'log' | 'queue' | 'faces' | 'config'>;

export const detectFacesJob = defineJob({
  name: 'athletes.detect-faces',
  payload: z.object({ imageId: z.int() }),
  concurrency: 1,
});

const SOUGHT_PRIORITY = 10;
/** A camera's pictures come one by one: the album waits for the next ones. */
const GATHER_SECONDS = 5;

/** Pictures in which somebody is looked for go first. */
export async function detectSoon(world: World, imageId: number): Promise<void> {
  if (!world.config.faces.isOn || !(await isMatchingOn(world))) return;
  const image = await findFaceImage(world.db, imageId);
  if (!image) return;
  const isSought = image.albumId !== null && (await isAnyoneSoughtIn(world.db, image.albumId));
  await world.queue.enqueue(
    world.db,
    detectFacesJob,
    { imageId },
    { singletonKey: `image:${imageId}`, priority: isSought ? SOUGHT_PRIORITY : 0 },
  );
}

export async function detectFaces(world: World, imageId: number): Promise<void> {
  const engine = await openFaces(world);
  const image = await findFaceImage(world.db, imageId);
  if (engine && image) await detectIn(world, engine, image);
}

const IMAGES_A_TURN = 10;

/** Pictures from before there was face matching, a few at a time; what somebody waits for does not wait for this. */
export async function catchUpFaces(world: World, signal: AbortSignal): Promise<void> {
  const engine = await openFaces(world);
  if (!engine) return;
  for (const image of await listUnseenImages(world.db, IMAGES_A_TURN)) {
    signal.throwIfAborted();
    await detectIn(world, engine, image);
  }
}

async function detectIn(world: World, engine: Faces, image: FaceImage): Promise<void> {
  if (!(await readCrops(world, image))) await lookForFaces(world, engine, image);
  if (image.albumId === null || !(await isAnyoneSoughtIn(world.db, image.albumId))) return;
  await matchSoon(world, image.albumId, { startAfterSeconds: GATHER_SECONDS });
}

export type CutFaces = { faces: SeenFace[]; crops: Buffer[] };

/** What is kept, or what a look into the picture finds now. */
export async function seeFaces(world: World, engine: Faces, image: FaceImage): Promise<CutFaces> {
  const crops = await readCrops(world, image);
  if (crops) return { faces: image.faces ?? [], crops };
  const faces = await lookForFaces(world, engine, image);
  return { faces, crops: faces.map(({ crop }) => crop) };
}

async function lookForFaces(world: World, engine: Faces, image: FaceImage): Promise<Face[]> {
  const faces = await facesOf(world, engine, image);
  await keepFaces(world, image, faces);
  return faces;
}

/** A picture that cannot be read has no faces: it would be looked at for ever. */
async function facesOf(world: World, engine: Faces, image: FaceImage): Promise<Face[]> {
  const picture = await findPicture(world, image);
  if (!picture) {
    world.log.warn({ imageId: image.id }, 'no faces are looked for: the original is missing');
    return [];
  }
  try {
    return (await engine.detect(picture)).faces;
  } catch (error) {
    if (error instanceof UnreadablePictureError) return [];
    throw error;
  }
}
