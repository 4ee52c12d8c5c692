import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

export async function findPickedCover(db: Db, albumId: number): Promise<number | null> {
  const album = await db
    .selectFrom('albums')
    .select('coverImageId')
    .where('id', '=', albumId)
    .executeTakeFirst();
  return album?.coverImageId ?? null;
}

export async function lockPickedCover(db: Db, albumId: number): Promise<number | null> {
  await db.selectFrom('albums').select('id').where('id', '=', albumId).forNoKeyUpdate().execute();
  return findPickedCover(db, albumId);
}

/** Null lets the cover be chosen by time again. The function reads the picked photo, so it needs a second statement. */
export async function pickCover(db: Db, albumId: number, imageId: number | null): Promise<void> {
  await db.updateTable('albums').set({ coverImageId: imageId }).where('id', '=', albumId).execute();
  await sql`update albums set cover = album_cover(id) where id = ${albumId}`.execute(db);
}
