import { THUMB_SIDE } from '#contract/rules/albums.ts';
import { teamColor } from '#contract/rules/safe-share.ts';
import type { Context } from '#server/context.ts';
import { findReadyImages } from '#server/modules/images/image-records.ts';
import { makeSafeCopy } from '#server/modules/images/safe-copy.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { createCache } from '#server/platform/database/cache.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { etagOf } from '#server/platform/http/etags.ts';
import { attachment, type Bytes } from '#server/platform/http/send-bytes.ts';
import type { Variant } from '#server/platform/security/image-tokens.ts';
import { readFaces, takePhoto } from './safe-share.ts';

const LONG_SIDES = { thumb: THUMB_SIDE, preview: 1_600, original: 2_160 };
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** Credits may change. */
const TTL_MS = 60 * 60_000;

/** Grandparents turn back and forth. What is covered is part of the key, so a new request never meets an old picture. */
const pictures = createCache<string, { jpeg: Buffer }>({
  max: MAX_CACHED_BYTES,
  ttlMs: TTL_MS,
  sizeOf: ({ jpeg }) => jpeg.length,
});

type Wanted = {
  link: { userId: number; coversOthers: boolean };
  folderUuid: string;
  imageId: number;
  variant: Variant;
};

/**
 * Serves a picture behind a link with covers: on other children if its owner wants them, and on a child that somebody else
 * asked never to show. The caller has checked the link.
 */
export async function serveCovered(
  context: Context & Pick<ServeContext, 'imageAccess'>,
  { link: { userId, coversOthers }, folderUuid, imageId, variant }: Wanted,
): Promise<Bytes> {
  const [placed] = await findReadyImages(context.db, [imageId]);
  const longSide = variant === 'thumb' || variant === 'original' ? LONG_SIDES[variant] : LONG_SIDES.preview;
  if (!placed) throw new AppError('not_found');
  const { isSearched, faces } = await readFaces(context, { userId, image: placed });
  // The faces of a photo that was turned just now have to be found again.
  if (coversOthers && !isSearched) throw new AppError('not_found');
  const covers = faces
    .filter((face) => face.is_forced || (coversOthers && face.athlete === null))
    .map(({ box }) => box);
  const key = JSON.stringify([
    imageId,
    placed.contentHash.toString('base64'),
    placed.rotation,
    longSide,
    covers,
  ]);
  const { jpeg } = await pictures.get(key, async () => {
    const look = { style: 'blur', color: teamColor('') } as const;
    const order = {
      rotation: placed.rotation,
      covers,
      visible: [],
      look,
      ratio: 'original',
      longSide,
    } as const;
    const made = await makeSafeCopy(context, { userId, image: placed }, order);
    if (!made) throw new AppError('not_found');
    return { jpeg: made };
  });
  const isTaken = variant !== 'thumb';
  return {
    sizeBytes: jpeg.length,
    etag: etagOf(jpeg),
    content: async ({ start, endExclusive }) => {
      if (isTaken) await takePhoto(context, { userId, imageId, folderUuid });
      return jpeg.subarray(start, endExclusive);
    },
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      ...(variant === 'original' && { 'content-disposition': attachment(`photo-${imageId}.jpg`) }),
    },
  };
}
