import { sql } from 'kysely';
import type { Face } from '#engines/faces/face.ts';
import type { Db } from '#server/platform/database/database.ts';

/** Says where a face is and how well it can be seen, but never whose it is. */
export type SeenFace = Omit<Face, 'crop'>;

export type FaceImage = {
  id: number;
  eventId: number;
  contentHash: Buffer;
  rotation: number;
  albumId: number | null;
  /** Null until the picture has been searched for faces. */
  faces: SeenFace[] | null;
};

function selectFaceImages(db: Db) {
  return db
    .selectFrom('images')
    .select(['images.id', 'images.eventId', 'images.contentHash', 'images.rotation', 'images.albumId'])
    .select(sql<SeenFace[] | null>`case when faces_at is not null then faces end`.as('faces'))
    .where('images.state', '=', 'ready');
}

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

export function listUnseenImages(db: Db, limit: number): Promise<FaceImage[]> {
  return selectFaceImages(db).where('facesAt', 'is', null).orderBy('id', 'desc').limit(limit).execute();
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

export async function lockRotation(db: Db, imageId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('images')
    .select('rotation')
    .where('id', '=', imageId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.rotation;
}

export async function saveFaces(db: Db, imageId: number, faces: SeenFace[], now: Date): Promise<void> {
  await db
    .updateTable('images')
    .set({ faces: JSON.stringify(faces), facesAt: now })
    .where('id', '=', imageId)
    .execute();
}
