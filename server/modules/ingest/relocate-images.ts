import { type Context, inTransaction, type Tx } from '#server/context.ts';
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

export type Destination = Pick<Placement, 'albumId' | 'doubt' | 'filedBy'> & { albumUuid: string | null };

export type Relocation = {
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
    await placeImages(
      tx,
      chosen.map((image) => {
        const { albumUuid: _folder, ...place } = relocation.destinationOf(image);
        return { image, ...place, capturedAt: image.capturedAt };
      }),
    );
    await relocation.finish?.(tx, chosen);
    return chosen;
  });
}

function hasChanged(now: PlacedImage, before: PlacedImage): boolean {
  return folderOf(now) !== folderOf(before) || renditionOf(now) !== renditionOf(before);
}
