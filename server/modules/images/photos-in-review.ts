import type { Image } from '#contract/entities/album.ts';
import type { Db } from '#server/platform/database/database.ts';
import { folderOf } from './image-records.ts';
import { listImagesInReview } from './images.queries.ts';
import { toWireImage } from './images.wire.ts';

export type PhotoInReview = Image & {
  fileName: string;
  folderUuid: string;
  isHidden: boolean;
  faces: number | null;
};

/** Includes hidden pictures, because staff review them. */
export async function photosInReview(
  db: Db,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, PhotoInReview>> {
  const rows = await listImagesInReview(db, imageIds);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...toWireImage(row),
        fileName: row.fileName,
        folderUuid: folderOf(row),
        isHidden: row.hiddenAt !== null,
        faces: row.faces,
      },
    ]),
  );
}
