import type { Image } from '#contract/entities/album.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import { ANYONE, signImageToken } from './image-tokens.ts';
import { findVisible, listImagesOfEvent, listVisibleImages } from './images.queries.ts';

type ImageRow = {
  id: number;
  width: number | null;
  height: number | null;
  capturedAt: string | null;
  placeholder: string | null;
};

function toWireImage(row: ImageRow): Image {
  return {
    id: row.id,
    width: row.width ?? 0,
    height: row.height ?? 0,
    captured_at: toIsoOrNull(row.capturedAt),
    placeholder: row.placeholder,
  };
}

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

export function findVisibleImage(db: Db, imageId: number) {
  return findVisible(db, imageId);
}

export type Cover = { cover: Image[]; cover_auth: string | null };
const NO_COVER: Cover = { cover: [], cover_auth: null };

type CoverWorld = Pick<Context, 'clock' | 'imageKeys'>;
type Covered = { uuid: string; cover: Image[] };

const ONE_HOUR_MS = 3600_000;
const COVER_HOURS = 2;

/**
 * A token for just the thumbs of an album's cover. It ends on the hour, two to three hours ahead, so that the
 * same person gets the same address again and the browser can use its cache.
 */
export function openCover(world: CoverWorld, { uuid, cover }: Covered, userId: number = ANYONE): Cover {
  if (cover.length === 0) return NO_COVER;
  const imageIds = cover.map((image) => image.id);
  return { cover, cover_auth: openThumbs(world, { folderUuid: uuid, userId, imageIds }) };
}

/** Whoever owns an album sees its cover as they see its photos: without the watermark. */
export function openOwnedCover<A extends Covered & Cover>(world: CoverWorld, album: A, userId: number): A {
  const { uuid: folderUuid, cover } = album;
  if (cover.length === 0) return album;
  const imageIds = cover.map((image) => image.id);
  return { ...album, cover_auth: openThumbs(world, { folderUuid, userId, imageIds }, 'clean-thumbs') };
}

/** At most MAX_IMAGES_PER_TOKEN of them. */
export function openThumbs(
  { clock, imageKeys }: CoverWorld,
  { folderUuid, userId, imageIds }: { folderUuid: string; userId: number; imageIds: number[] },
  kind: 'thumbs' | 'clean-thumbs' = 'thumbs',
): string {
  const expiresAt = new Date((Math.ceil(clock.now().getTime() / ONE_HOUR_MS) + COVER_HOURS) * ONE_HOUR_MS);
  return signImageToken(imageKeys, { folderUuid, userId, scope: { kind, imageIds } }, expiresAt);
}
