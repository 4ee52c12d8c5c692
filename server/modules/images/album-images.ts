import type { Image } from '#contract/entities/album.ts';
import { type Current, createCurrent } from '#server/platform/current-answers.ts';
import type { Db } from '#server/platform/database.ts';
import { KeptText } from '#server/platform/http/kept-text.ts';
import {
  countUnfiledImages,
  findImages,
  findVersionOfVisible,
  listImagesOfEvent,
  listVisibleImages,
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

export async function listAlbumImages(db: Db, albumId: number): Promise<Image[]> {
  return (await listVisibleImages(db, albumId)).map(toWireImage);
}

const MOST_LETTERS = 16_000_000;
/** The key is the adapter, which belongs to one database. */
const kept = new WeakMap<object, Current<KeptText>>();

function keptJson(db: Db): Current<KeptText> {
  const { adapter } = db.getExecutor();
  const found = kept.get(adapter);
  if (found) return found;
  const fresh = createCurrent<KeptText>({ mostSize: MOST_LETTERS, sizeOf: ({ text }) => text.length });
  kept.set(adapter, fresh);
  return fresh;
}

/**
 * Writes the list of `listAlbumImages` once for all who open the album, until one of its photos changes. A transaction that
 * asks must not have changed photos.
 */
export async function albumImagesAsJson(db: Db, albumId: number): Promise<KeptText> {
  return keptJson(db)({
    key: String(albumId),
    version: await findVersionOfVisible(db, albumId),
    load: async () => new KeptText(JSON.stringify(await listAlbumImages(db, albumId))),
  });
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
