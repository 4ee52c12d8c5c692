import { type Context, inTransaction } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { publishFirstPictures } from '#server/modules/catalogue/publish-first-pictures.ts';
import { copyDerivatives } from '#server/modules/images/derivatives-placement.ts';
import {
  findReadyImages,
  folderOf,
  lockReadyImages,
  type PlacedImage,
  placeImages,
} from '#server/modules/images/image-records.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';

export type Move = { albumId: number; imageIds: number[]; actorId: number };
type Album = NonNullable<Awaited<ReturnType<typeof findAlbumFacts>>>;

/** Staff's word is final: later filing by time leaves these images alone. All move or none. */
export async function moveImages(context: Context, move: Move): Promise<number> {
  const imageIds = [...new Set(move.imageIds)];
  const album = await findAlbumFacts(context.db, move.albumId);
  if (!album) throw new AppError('not_found');
  for (let isMoved = false; !isMoved; ) {
    const seen = allOfEvent(album, imageIds, await findReadyImages(context.db, imageIds));
    await copyDerivatives(
      context,
      seen.map((image) => ({ imageId: image.id, from: folderOf(image), to: newFolder(image, album) })),
    );
    isMoved = await moveUnlessChanged(context, { ...move, imageIds }, album, seen);
  }
  return imageIds.length;
}

/** False when an image has been moved, hidden or marked anew since its derivatives were copied. */
function moveUnlessChanged(
  context: Context,
  move: Move,
  album: Album,
  seen: PlacedImage[],
): Promise<boolean> {
  return inTransaction(context, async (tx) => {
    const images = allOfEvent(album, move.imageIds, await lockReadyImages(tx.db, move.imageIds));
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
    await writeDown(tx.db, move.actorId, album, images);
    return true;
  });
}

/** In the history of the album they came to, and of each they left. */
async function writeDown(db: Db, actorId: number, album: Album, images: PlacedImage[]): Promise<void> {
  const moved = images.filter((image) => image.albumId !== album.id);
  const from = [...new Set(moved.map((image) => image.albumId))];
  await recordAudit(db, {
    actorId,
    action: 'images.move',
    subject: `album:${album.id}`,
    before: { albums: from, images: moved.map(({ id, albumId }) => ({ image: id, album: albumId })) },
    after: { album: album.id, count: moved.length },
  });
  for (const albumId of from) {
    if (albumId === null) continue;
    const left = moved.filter((image) => image.albumId === albumId).map(({ id }) => id);
    await recordAudit(db, {
      actorId,
      action: 'images.move-out',
      subject: `album:${albumId}`,
      before: { album: albumId, images: left },
      after: { album: album.id, count: left.length },
    });
  }
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
  return folderOf({ ...image, albumId: album.id, albumUuid: album.uuid });
}
