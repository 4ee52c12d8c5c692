import type { Image } from '#contract/entities/album.ts';
import { areVariants } from '#engines/watermark/variants.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { derivativeKey } from './image-keys.ts';
import { findReadyImages, folderOf } from './image-records.ts';
import { findImages } from './images.queries.ts';
import { toWireImage } from './images.wire.ts';
import { listReplacedVariants } from './replaced-variants.queries.ts';

export { countPairs as countMarkedPreviews } from './mark-old-previews.queries.ts';
export { listViewings, type Viewing } from './view-log.queries.ts';

type PhotoToCompare = { image: Image; folderUuid: string; albumId: number | null };

/** Includes hidden photos, because a photo is often hidden once it has leaked. */
export async function photosToCompare(
  db: Db,
  imageIds: number[],
): Promise<ReadonlyMap<number, PhotoToCompare>> {
  if (imageIds.length === 0) return new Map();
  const rows = new Map((await findImages(db, imageIds)).map((row) => [row.id, toWireImage(row)]));
  const placed = await findReadyImages(db, imageIds);
  return new Map(
    placed.flatMap((one) => {
      const image = rows.get(one.id);
      return image ? [[one.id, { image, folderUuid: folderOf(one), albumId: one.albumId }] as const] : [];
    }),
  );
}

/** Returns the stored variants of a photo and those from before its preview was made again. */
export async function readVariants(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  imageId: number,
): Promise<Buffer[]> {
  const [image] = await findReadyImages(db, [imageId]);
  if (!image) return [];
  const kept = await listReplacedVariants(db, [imageId]);
  const keys = [
    derivativeKey(folderOf(image), imageId, 'preview'),
    ...kept.map(({ storageKey }) => storageKey),
  ];
  const stored = await Promise.all(keys.map((key) => storage.read(key)));
  return stored.filter((variants) => variants !== undefined && areVariants(variants)) as Buffer[];
}
