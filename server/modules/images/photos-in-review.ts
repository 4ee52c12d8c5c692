import { sql } from 'kysely';
import type { Image } from '#contract/entities/album.ts';
import type { Db } from '#server/platform/database.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';

export type PhotoInReview = Image & {
  fileName: string;
  /** Where its derivatives lie: hidden ones with the unfiled, which staff alone can open. */
  folderUuid: string;
  isHidden: boolean;
  faces: number | null;
};

/** Pictures for staff who judge them, hidden ones too. */
export async function photosInReview(
  db: Db,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, PhotoInReview>> {
  const rows = await db
    .selectFrom('images')
    .innerJoin('events', 'events.id', 'images.eventId')
    .leftJoin('albums', 'albums.id', 'images.albumId')
    .select([
      'images.id',
      'images.width',
      'images.height',
      'images.capturedAt',
      'images.placeholder',
      'images.fileName',
      'images.hiddenAt',
      'events.trayUuid',
      'albums.uuid as albumUuid',
    ])
    .select(sql<number | null>`case when faces_at is not null then jsonb_array_length(faces) end`.as('faces'))
    .where('images.id', 'in', [...new Set(imageIds), 0])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        width: row.width ?? 0,
        height: row.height ?? 0,
        captured_at: toIsoOrNull(row.capturedAt),
        placeholder: row.placeholder,
        fileName: row.fileName,
        folderUuid: row.hiddenAt === null ? (row.albumUuid ?? row.trayUuid) : row.trayUuid,
        isHidden: row.hiddenAt !== null,
        faces: row.faces,
      },
    ]),
  );
}
