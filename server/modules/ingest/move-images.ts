import { type Context, inTransaction } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { publishFirstPictures } from '#server/modules/catalogue/publish-first-pictures.ts';
import { copyDerivatives } from '#server/modules/images/derivatives-placement.ts';
import {
  findReadyImages,
  folderOf,
  lockReadyImages,
  type PlacedImage,
  placeImages,
} from '#server/modules/images/image-records.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';

export type Move = { albumId: number; imageIds: number[] };
type Album = NonNullable<Awaited<ReturnType<typeof findAlbumFacts>>>;

/** Moves all images or none, and marks them so that filing by time no longer touches them. */
export async function moveImages(
  context: Context,
  actor: Actor,
  { albumId, imageIds: chosen }: Move,
): Promise<number> {
  const imageIds = [...new Set(chosen)];
  const album = await findAlbumFacts(context.db, albumId);
  if (!album) throw new AppError('not_found');
  for (let isMoved = false; !isMoved; ) {
    const seen = allOfEvent(album, imageIds, await findReadyImages(context.db, imageIds));
    await copyDerivatives(
      context,
      seen.map((image) => ({ imageId: image.id, from: folderOf(image), to: newFolder(image, album) })),
    );
    isMoved = await moveUnlessChanged(context, actor, album, seen);
  }
  return imageIds.length;
}

/** Returns false if an image was moved, hidden or watermarked again since its derivatives were copied. */
function moveUnlessChanged(
  context: Context,
  actor: Actor,
  album: Album,
  seen: PlacedImage[],
): Promise<boolean> {
  return inTransaction(context, async (tx) => {
    const imageIds = seen.map(({ id }) => id);
    const images = allOfEvent(album, imageIds, await lockReadyImages(tx.db, imageIds));
    if (images.some((image, index) => hasChanged(image, seen[index] ?? image))) return false;
    await placeImages(
      tx,
      images.map((image) => ({
        image,
        albumId: album.id,
        doubt: null,
        filedBy: 'staff',
        capturedAt: image.capturedAt,
      })),
    );
    const arrived = images.filter((image) => image.albumId !== album.id && image.hiddenAt === null);
    await publishFirstPictures(
      tx,
      arrived.map(() => ({ albumId: album.id })),
    );
    await recordMove(tx.db, actor, album, images);
    return true;
  });
}

/** Writes the move into the history of the new album and of each old one. */
async function recordMove(db: Db, actor: Actor, album: Album, images: PlacedImage[]): Promise<void> {
  const moved = images.filter((image) => image.albumId !== album.id);
  const from = [...new Set(moved.map((image) => image.albumId))];
  const arrival = {
    actorId: actor.userId,
    action: 'images.move',
    subject: albumSubject(album.id),
    before: { albums: from, images: moved.map(({ id, albumId }) => ({ image: id, album: albumId })) },
    after: { album: album.id, count: moved.length },
  };
  const departures = from.flatMap((albumId) => {
    if (albumId === null) return [];
    const left = moved.filter((image) => image.albumId === albumId).map(({ id }) => id);
    return {
      actorId: actor.userId,
      action: 'images.move-out',
      subject: albumSubject(albumId),
      before: { album: albumId, images: left },
      after: { album: album.id, count: left.length },
    };
  });
  await recordAudits(db, [arrival, ...departures]);
}

function hasChanged(now: PlacedImage, before: PlacedImage): boolean {
  return folderOf(now) !== folderOf(before) || now.mark !== before.mark;
}

function allOfEvent(album: Album, imageIds: number[], images: PlacedImage[]): PlacedImage[] {
  const ofEvent = images.filter((image) => image.eventId === album.eventId);
  if (ofEvent.length !== imageIds.length) throw new AppError('not_found');
  return images;
}

function newFolder(image: PlacedImage, album: Album): string {
  return folderOf({ ...image, albumUuid: album.uuid });
}
