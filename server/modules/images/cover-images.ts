import type { z } from 'zod';
import { COVER_SIDES, type CoverSide, PUBLIC_COVER_SIDE } from '#contract/rules/albums.ts';
import { type Context, inTransaction } from '#server/context.ts';
import type { makeCoversJob } from '#server/modules/catalogue/covers.ts';
import { ensureClean } from './clean-derivatives.ts';
import { makeCoverSizes } from './derivatives.ts';
import { derivativeKey } from './image-keys.ts';
import { folderOf, lockReadyImages } from './image-records.ts';
import { findAlbumCover } from './images.queries.ts';
import { neutralPreview } from './stored-preview.ts';

type Place = { folderUuid: string; imageId: number };

/** What is larger is sent as the viewer's copy of the preview, or without a watermark to owners. */
const sidesOf = (isClean: boolean): readonly CoverSide[] => (isClean ? COVER_SIDES : [PUBLIC_COVER_SIDE]);

/** Makes the missing large pictures of an album's cover. Safe to run twice. */
export async function makeCovers(
  context: Context,
  { albumId, isClean }: z.output<typeof makeCoversJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const album = await findAlbumCover(context.db, albumId);
  for (const imageId of album?.coverIds ?? []) {
    signal.throwIfAborted();
    if (album) await makeCover(context, { folderUuid: album.uuid, imageId }, isClean);
  }
}

/** A preview already carries the watermark, or has none for owners, so the covers made of it do too. */
async function makeCover(context: Context, place: Place, isClean: boolean): Promise<void> {
  const { storage } = context;
  const { folderUuid, imageId } = place;
  const sides = sidesOf(isClean);
  const largest = sides.at(-1) ?? PUBLIC_COVER_SIDE;
  if (await storage.stat(coverKey(place, largest, isClean))) return;
  if (isClean) await ensureClean(context, place);
  const previewKey = derivativeKey(folderUuid, imageId, isClean ? 'clean-preview' : 'preview');
  const preview = await storage.read(previewKey);
  if (!preview) return;
  const pictures = await makeCoverSizes(neutralPreview(preview), sides);
  // The lock keeps the image from being hidden, moved or marked anew, which would leave these files behind.
  await inTransaction(context, async ({ db }) => {
    const [current] = await lockReadyImages(db, [imageId]);
    if (!current || folderOf(current) !== folderUuid) return;
    const latest = await storage.read(previewKey);
    if (!latest?.equals(preview)) throw new Error(`the preview of image ${imageId} changed meanwhile`);
    // The largest comes last, because its presence says that all are there.
    for (const [index, side] of sides.entries()) {
      await storage.put(coverKey(place, side, isClean), pictures[index] ?? neutralPreview(preview));
    }
  });
}

function coverKey({ folderUuid, imageId }: Place, side: CoverSide, isClean: boolean): string {
  return derivativeKey(folderUuid, imageId, isClean ? `clean-cover-${side}` : `cover-${side}`);
}
