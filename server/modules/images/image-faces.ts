import { sql } from 'kysely';
import type { Detection, Face, FaceBox } from '#engines/faces/face.ts';
import type { Tx } from '#server/context.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { findOriginalFile, type Original, turnImage } from './derivatives.ts';
import { faceCropsKey } from './image-keys.ts';

/**
 * Stores the crops before the row, because faces without crops would be searched for again. Faces of a picture that was
 * turned meanwhile are dropped; the lock keeps it from being turned between the two.
 */
export async function keepFaces(
  { db, storage, clock }: Pick<Tx, 'db' | 'storage' | 'clock'>,
  image: Pick<FaceImage, 'id' | 'eventId' | 'rotation'>,
  { faces, uncertain }: FoundFaces,
  { keepsCrops = true } = {},
): Promise<void> {
  const keep = async (tx: Db) => {
    const locked = await tx
      .selectFrom('images')
      .select('rotation')
      .where('id', '=', image.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (locked?.rotation !== image.rotation) return;
    const key = faceCropsKey(image.eventId, image.id);
    if (keepsCrops && faces.length > 0) await storage.put(key, packCrops(faces.map(({ crop }) => crop)));
    else await storage.delete(key);
    const seen: StoredFace[] = faces.map(({ crop: _kept, ...face }) => face);
    seen.push(...uncertain.map((box) => ({ uncertain: box })));
    await tx
      .updateTable('images')
      .set({ faces: JSON.stringify(seen), facesAt: clock.now() })
      .where('id', '=', image.id)
      .execute();
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

export async function findTurnedOriginal(
  tx: Pick<Tx, 'storage'>,
  image: FaceImage,
): Promise<Original | undefined> {
  const original = await findOriginalFile(tx, image);
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

/** Describes where a face is and how clearly it shows, but never whose it is. */
export type SeenFace = Omit<Face, 'crop'>;

/** The column holds what was found and, after that, what may be a face and is only covered. */
type StoredFace = SeenFace | { uncertain: FaceBox };

export type FoundFaces = Pick<Detection, 'faces' | 'uncertain'>;

/** Leaves out what only may be a face. Null until the picture has been searched. */
export const FOUND_FACES = sql<
  SeenFace[] | null
>`case when faces_at is not null then jsonb_path_query_array(faces, '$[*] ? (!exists(@.uncertain))') end`;

export type FaceImage = {
  id: number;
  eventId: number;
  contentHash: Buffer;
  rotation: number;
  albumId: number | null;
  hiddenAt: string | null;
  /** Null until the picture has been searched for faces. */
  faces: SeenFace[] | null;
};

function selectFaceImages(db: Db) {
  return db
    .selectFrom('images')
    .select(['images.id', 'images.eventId', 'images.contentHash', 'images.rotation', 'images.albumId'])
    .select('images.hiddenAt')
    .select(FOUND_FACES.as('faces'))
    .where('images.state', '=', 'ready');
}

/** A newly arrived photo has its own job that finds its faces; other searches leave it out. */
const isSettled = sql<boolean>`(faces_at is null and processed_at > now() - interval '10 minutes') is not true`;

/** Leaves out photos whose faces are being searched. */
export function listFaceImages(db: Db, albumId: number): Promise<FaceImage[]> {
  return selectFaceImages(db)
    .where('albumId', '=', albumId)
    .where('hiddenAt', 'is', null)
    .where(isSettled)
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
}

export function findFaceImage(db: Db, imageId: number): Promise<FaceImage | undefined> {
  return selectFaceImages(db).where('id', '=', imageId).executeTakeFirst();
}

/** Everything that a cover should hide, faces first; null until the picture has been searched as it is turned now. */
export async function findBoxesToCover(
  db: Db,
  { id, rotation }: Pick<FaceImage, 'id' | 'rotation'>,
): Promise<FaceBox[] | null> {
  const image = await db
    .selectFrom('images')
    .select(sql<StoredFace[] | null>`case when faces_at is not null then faces end`.as('faces'))
    .where('id', '=', id)
    .where('rotation', '=', rotation)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return image?.faces?.map((face) => ('uncertain' in face ? face.uncertain : face.box)) ?? null;
}

export function listUnseenImages(db: Db, limit: number): Promise<FaceImage[]> {
  return selectFaceImages(db)
    .where('facesAt', 'is', null)
    .where(isSettled)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Lists the pictures that were turned after they were read. */
export async function listTurnedSince(
  db: Db,
  images: readonly Pick<FaceImage, 'id' | 'rotation'>[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select images.id from images join unnest(${images.map(({ id }) => id)}::bigint[],
      ${images.map(({ rotation }) => rotation)}::int[]) read (id, rotation) on read.id = images.id
    where images.rotation <> read.rotation`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Lists the photos that were searched for faces, with or without a result. */
export async function listSearchedImages(db: Db, imageIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', anyOf(imageIds))
    .where('facesAt', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
