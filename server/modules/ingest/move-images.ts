import { randomUUID } from 'node:crypto';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import {
  albumSubject,
  publishFirstImages,
  withdrawEmptied,
} from '#server/modules/catalogue/publish-album.ts';
import { copyDerivatives } from '#server/modules/images/derivatives-placement.ts';
import {
  findReadyImages,
  folderOf,
  lockReadyImages,
  type PlacedImage,
  type Placement,
  placeImages,
  renditionOf,
} from '#server/modules/images/image-records.ts';
import { recordPhotoAction } from '#server/modules/images/photo-actions.ts';
import { recordAudits } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';

type Move = {
  albumId: number;
  imageIds: number[];
  /** Names the action, so that a repeated call changes nothing. */
  key?: string;
  /** Nothing is moved unless all photos are still in this album. */
  fromAlbumId?: number;
};
type Album = NonNullable<Awaited<ReturnType<typeof findAlbumFacts>>>;

/** Moves all images or none, and marks them so that filing by time no longer touches them. */
export async function moveImages(context: Context, actor: Actor, move: Move): Promise<number> {
  const imageIds = [...new Set(move.imageIds)];
  const album = await findAlbumFacts(context.db, move.albumId);
  if (!album) throw new AppError('not_found');
  await relocateImages(context, {
    imageIds,
    destinationOf: () => ({ albumId: album.id, albumUuid: album.uuid, doubt: null, filedBy: 'staff' }),
    check: (images) => requireAll(images, { ...move, imageIds, eventId: album.eventId }),
    choose: async (tx, images) => ((await record(tx, actor, album, images, move.key)) ? images : []),
    finish: async (tx, images) => {
      if (images.length > 0) await recordMove(tx.db, actor, album, images);
    },
  });
  return imageIds.length;
}

/** Returns false if the key was used before. */
async function record(
  tx: Tx,
  actor: Actor,
  album: Album,
  images: PlacedImage[],
  key: string = randomUUID(),
): Promise<boolean> {
  const moved = images.filter((image) => image.albumId !== album.id);
  const sources = new Set(moved.map(({ albumId }) => albumId));
  const [only = null] = sources.size === 1 ? sources : [];
  const action = { key, kind: 'move', eventId: album.eventId, actorId: actor.userId } as const;
  return recordPhotoAction(
    tx,
    { ...action, albumId: only, toAlbumId: album.id },
    moved.map(({ id, albumId, doubt, filedBy }) => ({
      imageId: id,
      before: { album: albumId, doubt, filed_by: filedBy },
      after: { album: album.id },
    })),
  );
}

/** Writes the move into the history of the new album and of each old one. */
async function recordMove(db: Db, actor: Actor, album: Album, images: PlacedImage[]): Promise<void> {
  const moved = images.filter((image) => image.albumId !== album.id);
  const from = [...new Set(moved.map((image) => image.albumId))];
  const arrival = {
    actorId: actor.userId,
    action: 'images.move' as const,
    subject: albumSubject(album.id),
    before: { albums: from, images: moved.map(({ id, albumId }) => ({ image: id, album: albumId })) },
    after: { album: album.id, count: moved.length },
  };
  const departures = from.flatMap((albumId) => {
    if (albumId === null) return [];
    const left = moved.filter((image) => image.albumId === albumId).map(({ id }) => id);
    return {
      actorId: actor.userId,
      action: 'images.move-out' as const,
      subject: albumSubject(albumId),
      before: { album: albumId, images: left },
      after: { album: album.id, count: left.length },
    };
  });
  await recordAudits(db, [arrival, ...departures]);
}

type Expected = { imageIds: number[]; eventId: number; fromAlbumId?: number };

function requireAll(images: PlacedImage[], { imageIds, eventId, fromAlbumId }: Expected): void {
  if (images.length !== imageIds.length) throw new AppError('not_found');
  const strangers = images.filter((image) => image.eventId !== eventId);
  if (strangers.length > 0) {
    throw new AppError('photos_of_other_event', { details: { images: strangers.map(({ id }) => id) } });
  }
  if (fromAlbumId === undefined) return;
  if (images.some(({ albumId }) => albumId !== fromAlbumId)) throw new AppError('conflict');
}

type Destination = Pick<Placement, 'albumId' | 'doubt' | 'filedBy'> & { albumUuid: string | null };

type Relocation = {
  imageIds: number[];
  destinationOf(image: PlacedImage): Destination;
  /** Throws if the images may not be moved. Called before the files are copied, and again under the locks. */
  check?(images: PlacedImage[]): void;
  /** Chooses under the locks which images move, and records it. */
  choose(tx: Tx, images: PlacedImage[]): Promise<PlacedImage[]>;
  /** Runs in the same transaction after the rows have changed. */
  finish?(tx: Tx, moved: PlacedImage[]): Promise<void>;
};

/** Copies the files first, so that no album lists a picture without them, and starts over if a photo changed meanwhile. */
export async function relocateImages(context: Context, relocation: Relocation): Promise<PlacedImage[]> {
  for (;;) {
    const seen = await findReadyImages(context.db, relocation.imageIds);
    relocation.check?.(seen);
    await copyDerivatives(
      context,
      seen.map((image) => ({
        imageId: image.id,
        from: folderOf(image),
        to: folderOf({ ...image, albumUuid: relocation.destinationOf(image).albumUuid }),
      })),
    );
    const moved = await relocateUnlessChanged(context, relocation, seen);
    if (moved) return moved;
  }
}

/** Returns undefined if an image was moved, hidden or made again since its derivatives were copied. */
function relocateUnlessChanged(
  context: Context,
  relocation: Relocation,
  seen: PlacedImage[],
): Promise<PlacedImage[] | undefined> {
  return inTransaction(context, async (tx) => {
    const images = await lockReadyImages(tx.db, relocation.imageIds);
    relocation.check?.(images);
    if (images.length !== seen.length) return undefined;
    if (images.some((image, index) => hasChanged(image, seen[index] ?? image))) return undefined;
    const chosen = await relocation.choose(tx, images);
    const placements = chosen.map((image) => {
      const { albumUuid: _folder, ...place } = relocation.destinationOf(image);
      return { image, ...place, capturedAt: image.capturedAt };
    });
    await placeAndPublish(tx, placements);
    await relocation.finish?.(tx, chosen);
    return chosen;
  });
}

/** Publishes albums that got pictures, and withdraws those that lost all of theirs. */
export async function placeAndPublish(tx: Tx, placements: Placement[]): Promise<void> {
  await placeImages(tx, placements);
  const moved = placements.filter(
    ({ image, albumId }) => image.hiddenAt === null && image.albumId !== albumId,
  );
  await publishFirstImages(tx, moved);
  await withdrawEmptied(
    tx,
    moved.flatMap(({ image }) => image.albumId ?? []),
  );
}

function hasChanged(now: PlacedImage, before: PlacedImage): boolean {
  return folderOf(now) !== folderOf(before) || renditionOf(now) !== renditionOf(before);
}
