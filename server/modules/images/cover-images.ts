import { sql } from 'kysely';
import { z } from 'zod';
import { COVER_SIDES, type CoverSide, PUBLIC_COVER_SIDE } from '#contract/rules/albums.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { albumsToJoin, chooseCover } from '#server/modules/catalogue/albums.ts';
import type { makeCoversJob } from '#server/modules/catalogue/covers.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { ensureClean } from './clean-derivatives.ts';
import { makeCoverSizes, neutralPreview } from './derivatives.ts';
import { derivativeKey } from './image-keys.ts';
import { folderOf, lockReadyImages } from './image-records.ts';

type Place = { folderUuid: string; imageId: number };

/** Above this size visitors get the marked preview, and owners the clean one. */
const sidesOf = (isClean: boolean): readonly CoverSide[] => (isClean ? COVER_SIDES : [PUBLIC_COVER_SIDE]);

/** Makes the missing large pictures of an album's cover. Safe to run twice. */
export async function makeCovers(
  context: Context,
  { albumId, isClean }: z.output<typeof makeCoversJob.payload>,
  signal: AbortSignal,
): Promise<void> {
  const album = await albumsToJoin(context.db).where('id', '=', albumId).executeTakeFirst();
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
    // The largest is written last, so its presence means that all are there.
    for (const [index, side] of sides.entries()) {
      await storage.put(coverKey(place, side, isClean), pictures[index] ?? neutralPreview(preview));
    }
  });
}

function coverKey({ folderUuid, imageId }: Place, side: CoverSide, isClean: boolean): string {
  return derivativeKey(folderUuid, imageId, isClean ? `clean-cover-${side}` : `cover-${side}`);
}

export const chooseCoversJob = defineJob({
  name: 'images.choose-covers',
  payload: z.object({}),
  concurrency: 1,
});

const ALBUMS_AT_A_TIME = 100;

/** Chooses the covers of all albums whose photos changed. An album that changes meanwhile is left for the next run. */
export async function chooseCovers(context: Context, signal?: AbortSignal): Promise<void> {
  for (let afterId = 0; !signal?.aborted; ) {
    // Albums whose photos changed since their cover was chosen.
    const albums = await context.db
      .selectFrom('photoVersions')
      .select(['albumId', 'version'])
      .where(sql<boolean>`version is distinct from covered_version`)
      .where('albumId', '>', afterId)
      .orderBy('albumId')
      .limit(ALBUMS_AT_A_TIME)
      .execute();
    for (const album of albums) {
      await inTransaction(context, async ({ db }) => {
        await chooseCover(db, album.albumId);
        await db
          .updateTable('photoVersions')
          .set({ coveredVersion: album.version })
          .where('albumId', '=', album.albumId)
          .execute();
      });
    }
    const last = albums.at(-1);
    if (!last) return;
    afterId = last.albumId;
  }
}
