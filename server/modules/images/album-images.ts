import type { Image } from '#contract/entities/album.ts';
import type { Db } from '#server/platform/database.ts';
import { countUnfiledImages, listImagesOfEvent, listVisibleImages } from './images.queries.ts';
import { toWireImage } from './images.wire.ts';

export { findVisibleImage } from './images.queries.ts';

export async function listAlbumImages(db: Db, albumId: number): Promise<Image[]> {
  return (await listVisibleImages(db, albumId)).map(toWireImage);
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
