import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import type { Face } from '#server/platform/faces/face.ts';
import type { Original } from './derivatives.ts';
import { faceCropsKey, originalKey } from './image-keys.ts';

/** What is kept of a face for everybody: where it is and how well it is seen, never whose it is. */
export type SeenFace = Omit<Face, 'crop'>;

type PlacedPicture = { id: number; eventId: number; contentHash: Buffer; albumId: number | null };
/** Null: nobody has looked for faces yet. */
export type FaceImage = PlacedPicture & { faces: SeenFace[] | null };

function selectFaceImages(db: Db) {
  return db
    .selectFrom('images')
    .select(['images.id', 'images.eventId', 'images.contentHash', 'images.albumId'])
    .select(sql<SeenFace[] | null>`case when faces_at is not null then faces end`.as('faces'))
    .where('images.state', '=', 'ready');
}

/** Those that may be seen, in the order of the day. */
export function listFaceImages(db: Db, albumId: number): Promise<FaceImage[]> {
  return selectFaceImages(db)
    .where('albumId', '=', albumId)
    .where('hiddenAt', 'is', null)
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
}

export function findFaceImage(db: Db, imageId: number): Promise<FaceImage | undefined> {
  return selectFaceImages(db).where('id', '=', imageId).executeTakeFirst();
}

/** The newest that nobody has looked for faces in. */
export function listUnseenImages(db: Db, limit: number): Promise<FaceImage[]> {
  return selectFaceImages(db).where('facesAt', 'is', null).orderBy('id', 'desc').limit(limit).execute();
}

/** The crops first: faces without them would be looked for again. */
export async function keepFaces(
  { db, storage, clock }: Pick<Context, 'storage' | 'clock'> & { db: Db },
  image: Pick<FaceImage, 'id' | 'eventId'>,
  faces: readonly Face[],
): Promise<void> {
  const key = faceCropsKey(image.eventId, image.id);
  if (faces.length > 0) await storage.put(key, packCrops(faces.map(({ crop }) => crop)));
  else await storage.delete(key);
  const seen = faces.map(({ crop: _kept, ...face }) => face);
  await db
    .updateTable('images')
    .set({ faces: JSON.stringify(seen), facesAt: clock.now() })
    .where('id', '=', image.id)
    .execute();
}

/** One for each face, in their order; undefined when they are lost and must be cut anew. */
export async function readCrops(
  { storage }: Pick<Context, 'storage'>,
  image: FaceImage,
): Promise<Buffer[] | undefined> {
  if (!image.faces) return undefined;
  if (image.faces.length === 0) return [];
  const pack = await storage.read(faceCropsKey(image.eventId, image.id));
  const crops = pack && unpackCrops(pack);
  return crops?.length === image.faces.length ? crops : undefined;
}

/** Undefined when it is missing in the storage. */
export async function findPicture(
  { storage }: Pick<Context, 'storage'>,
  image: FaceImage,
): Promise<Original | undefined> {
  const key = originalKey(image.eventId, image.contentHash);
  if (!(await storage.stat(key))) return undefined;
  return storage.localPath(key) ?? (await storage.read(key));
}

const LENGTH_BYTES = 4;

/** Each crop after its length. */
function packCrops(crops: readonly Buffer[]): Buffer {
  return Buffer.concat(
    crops.flatMap((crop) => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32LE(crop.length);
      return [length, crop];
    }),
  );
}

function unpackCrops(pack: Buffer): Buffer[] | undefined {
  const crops: Buffer[] = [];
  for (let at = 0; at < pack.length; ) {
    if (at + LENGTH_BYTES > pack.length) return undefined;
    const end = at + LENGTH_BYTES + pack.readUInt32LE(at);
    if (end > pack.length) return undefined;
    crops.push(pack.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return crops;
}
