import { anyOf, type Db } from '#server/platform/database/database.ts';

const COLUMNS = ['id', 'athleteId', 'createdAt', 'deletedAt'] as const;

export type ReferencePhotoRow = {
  id: number;
  athleteId: number;
  createdAt: string;
  deletedAt: string | null;
};

type EncryptedReference = { athleteId: number; fileId: string; encryptedTemplate: Buffer };

export function listReferencePhotos(db: Db, athleteIds: number[]): Promise<ReferencePhotoRow[]> {
  return db
    .selectFrom('athleteReferencePhotos')
    .select(COLUMNS)
    .where('athleteId', '=', anyOf(athleteIds))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
}

export function findReferencePhoto(db: Db, photoId: number) {
  return db
    .selectFrom('athleteReferencePhotos as photos')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'photos.athleteId')
    .select(['photos.id', 'photos.athleteId', 'photos.fileId', 'photos.createdAt', 'photos.deletedAt'])
    .select(['athletes.userId', 'athletes.deletedAt as athleteDeletedAt'])
    .where('photos.id', '=', photoId)
    .executeTakeFirst();
}

export async function countReferencePhotos(db: Db, athleteId: number): Promise<number> {
  const { total } = await db
    .selectFrom('athleteReferencePhotos')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('athleteId', '=', athleteId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

export function insertReferencePhoto(
  db: Db,
  photo: EncryptedReference & { createdAt: Date },
): Promise<ReferencePhotoRow> {
  return db.insertInto('athleteReferencePhotos').values(photo).returning(COLUMNS).executeTakeFirstOrThrow();
}

export async function listEncryptedReferences(db: Db, athleteIds: number[]): Promise<EncryptedReference[]> {
  const rows = await db
    .selectFrom('athleteReferencePhotos')
    .select(['athleteId', 'fileId', 'encryptedTemplate'])
    .where('athleteId', '=', anyOf(athleteIds))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ athleteId, fileId, encryptedTemplate }) =>
    fileId && encryptedTemplate ? [{ athleteId, fileId, encryptedTemplate }] : [],
  );
}

export async function listReferencePhotoIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('athleteReferencePhotos')
    .select('id')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function lockReferenceFile(db: Db, photoId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('athleteReferencePhotos')
    .select('fileId')
    .where('id', '=', photoId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.fileId ?? undefined;
}

/** Keeps the rows as a record without their content. Returns the files to destroy. */
export async function emptyReferencePhotos(
  db: Db,
  which: { athleteId: number } | { photoId: number },
  now: Date,
): Promise<string[]> {
  const live = await db
    .selectFrom('athleteReferencePhotos')
    .select(['id', 'fileId'])
    .where('deletedAt', 'is', null)
    .where((eb) =>
      'photoId' in which ? eb('id', '=', which.photoId) : eb('athleteId', '=', which.athleteId),
    )
    .forUpdate()
    .execute();
  if (live.length === 0) return [];
  await db
    .updateTable('athleteReferencePhotos')
    .set({ deletedAt: now, fileId: null, encryptedTemplate: null })
    .where('id', '=', anyOf(live.map(({ id }) => id)))
    .execute();
  return live.flatMap(({ fileId }) => (fileId ? [fileId] : []));
}
