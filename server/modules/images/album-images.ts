import type { Image } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import {
  countUnfiledImages,
  findImages,
  listImagesOfEvent,
  listVisibleImages,
  readPhotosVersion,
  shareVisibleImages,
} from './images.queries.ts';
import { toWireImage } from './images.wire.ts';

export { findVisibleImage, listPhotosToCull } from './images.queries.ts';

/** Maps visible images to their albums. Hiding and moving them waits until the transaction ends. */
export async function lockVisibleImages(
  db: Db,
  imageIds: readonly number[],
): Promise<ReadonlyMap<number, number | null>> {
  if (imageIds.length === 0) return new Map();
  return new Map((await shareVisibleImages(db, imageIds)).map(({ id, albumId }) => [id, albumId]));
}

export async function listAlbumImages(
  { db, lists }: Pick<Context, 'db' | 'lists'>,
  albumId: number,
): Promise<Image[]> {
  const load = async () => (await listVisibleImages(db, albumId)).map(toWireImage);
  return lists.photos.get(albumId, load, await readPhotosVersion(db, albumId));
}

/** A photo is not visible while it is processed or hidden by a privacy report. */
export type ImageInAlbum = { albumId: number; isVisible: boolean; image: Image };

/** Leaves out photos that are in no album. */
export async function imagesById(db: Db, imageIds: readonly number[]): Promise<Map<number, ImageInAlbum>> {
  if (imageIds.length === 0) return new Map();
  const rows = await findImages(db, imageIds);
  return new Map(
    rows.flatMap(({ albumId, isVisible, ...row }) =>
      albumId === null ? [] : [[row.id, { albumId, isVisible, image: toWireImage(row) }] as const],
    ),
  );
}

export async function listEventImages(
  db: Db,
  eventId: number,
): Promise<(Image & { album: number | null })[]> {
  const rows = await listImagesOfEvent(db, eventId);
  return rows.map((row) => ({ ...toWireImage(row), album: row.albumId }));
}

export async function countUnfiled(db: Db, eventIds: number[]): Promise<ReadonlyMap<number, number>> {
  const counts = await countUnfiledImages(db, eventIds);
  return new Map(counts.map(({ eventId, photos }) => [eventId, photos]));
}
