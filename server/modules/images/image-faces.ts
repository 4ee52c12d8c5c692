import type { Face } from '#engines/faces/face.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { type Original, turnImage } from './derivatives.ts';
import { type FaceImage, lockRotation, saveFaces } from './image-faces.queries.ts';
import { faceCropsKey, originalKey } from './image-keys.ts';

export {
  type FaceImage,
  findFaceImage,
  listFaceImages,
  listTurnedSince,
  listUnseenImages,
  type SeenFace,
} from './image-faces.queries.ts';

/**
 * Stores the crops before the row, because faces without crops would be searched for again. Faces of a picture that was
 * turned meanwhile are dropped; the lock keeps it from being turned between the two.
 */
export async function keepFaces(
  { db, storage, clock }: Pick<Tx, 'db' | 'storage' | 'clock'>,
  image: Pick<FaceImage, 'id' | 'eventId' | 'rotation'>,
  faces: readonly Face[],
): Promise<void> {
  const keep = async (tx: Db) => {
    if ((await lockRotation(tx, image.id)) !== image.rotation) return;
    const key = faceCropsKey(image.eventId, image.id);
    if (faces.length > 0) await storage.put(key, packCrops(faces.map(({ crop }) => crop)));
    else await storage.delete(key);
    const seen = faces.map(({ crop: _kept, ...face }) => face);
    await saveFaces(tx, image.id, seen, clock.now());
  };
  if (db.isTransaction) await keep(db);
  else await db.transaction().execute(keep);
}

/** Returns one crop per face in the same order, or undefined if they must be cut again. */
export async function readCrops(
  { storage }: Pick<Tx, 'storage'>,
  image: FaceImage,
): Promise<Buffer[] | undefined> {
  if (!image.faces) return undefined;
  if (image.faces.length === 0) return [];
  const pack = await storage.read(faceCropsKey(image.eventId, image.id));
  const crops = pack && unpackCrops(pack);
  return crops?.length === image.faces.length ? crops : undefined;
}

export async function findImage(
  { storage }: Pick<Tx, 'storage'>,
  image: FaceImage,
): Promise<Original | undefined> {
  const key = originalKey(image.eventId, image.contentHash);
  if (!(await storage.stat(key))) return undefined;
  const original = storage.localPath(key) ?? (await storage.read(key));
  return original && image.rotation !== 0 ? turnImage(original, image.rotation) : original;
}

const LENGTH_BYTES = 4;

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
