import type { Db } from '#server/platform/database.ts';

export async function listFilesOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('athleteReferencePhotos as photos')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'photos.athleteId')
    .select('photos.fileId')
    .where('athletes.userId', '=', userId)
    .where('photos.fileId', 'is not', null)
    .execute();
  return rows.flatMap(({ fileId }) => (fileId ? [fileId] : []));
}

export async function deleteAthletesOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('userAthletes').where('userId', '=', userId).execute();
  await db.deleteFrom('faceSearchTurns').where('userId', '=', userId).execute();
}

export function listReferencesOf(db: Db, athleteId: number) {
  return db
    .selectFrom('athleteReferencePhotos')
    .select(['id', 'fileId', 'createdAt', 'deletedAt'])
    .where('athleteId', '=', athleteId)
    .orderBy('id')
    .execute();
}
