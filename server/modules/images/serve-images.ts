import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { attachment } from '#server/platform/http/attachment.ts';
import { pourBytes } from '#server/platform/http/pour-bytes.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import {
  ANYONE,
  scopeOpens,
  type Variant,
  type VerifiedGrant,
  verifyImageToken,
} from '#server/platform/image-tokens.ts';
import type { ByteRange, StoredReader } from '#server/platform/storage/storage.ts';
import { readClean } from './clean-derivatives.ts';
import type { CleanOrders } from './clean-orders.ts';
import { findCleanOriginal } from './clean-original.ts';
import { derivativeKey } from './image-keys.ts';
import { findOriginal } from './images.queries.ts';
import { openOriginal } from './original-file.ts';
import { isOwners, type Standing } from './standing.ts';

export type PictureAddress = { folderUuid: string; imageId: number; variant: Variant };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PICTURE_NAME = /^([1-9]\d{0,9})\.(thumb|preview|original)$/;
const CONTENT_TYPES = { thumb: 'image/webp', preview: 'image/jpeg' } as const;
/** A copy in the browser's cache cannot be revoked, so the browser must ask again for anything larger than a thumb. */
const CACHE_SECONDS = { thumb: 1800, preview: 5, original: 0 } as const;
const SUBSTITUTE_CACHE_SECONDS = 30;
const RECHECK_MS = 1000;

/** Returns undefined for anything but a well-formed name, so that no other file can be named. */
export function readPictureName(name: string): Omit<PictureAddress, 'folderUuid'> | undefined {
  const [, id, variant] = PICTURE_NAME.exec(name) ?? [];
  return id ? { imageId: Number(id), variant: variant as Variant } : undefined;
}

export function readAddress(folderUuid: string, name: string): PictureAddress | undefined {
  const picture = readPictureName(name);
  return picture && UUID.test(folderUuid) ? { folderUuid, ...picture } : undefined;
}

export function findGrant(
  context: Pick<Context, 'clock' | 'imageKeys'>,
  address: PictureAddress,
  token: string,
): VerifiedGrant | undefined {
  const grant = verifyImageToken(context, address.folderUuid, token);
  return grant && scopeOpens(grant.scope, address.imageId, address.variant) ? grant : undefined;
}

export function checkGrant(
  context: Pick<Context, 'clock' | 'imageKeys'>,
  address: PictureAddress,
  token: string,
): VerifiedGrant {
  const grant = findGrant(context, address, token);
  if (!grant) throw new AppError('image_token_invalid');
  return grant;
}

/** Refuses another user's token when the caller is logged in. */
export function checkBearer(grant: VerifiedGrant, userId: number): void {
  if (grant.userId !== ANYONE && grant.userId !== userId) throw new AppError('image_token_invalid');
}

/** Refuses a token whose bearer has lost the right since it was issued. */
export async function checkStanding(
  standing: Standing,
  grant: VerifiedGrant,
  { imageId }: PictureAddress,
): Promise<void> {
  const verdict = await standing.recheck(grant, imageId);
  if (verdict === 'hidden') throw new AppError('not_found');
  if (verdict === 'closed') throw new AppError('image_token_invalid');
}

export type ServeContext = Pick<Context, 'db' | 'clock' | 'storage'> & {
  standing: Standing;
  cleanOrders: CleanOrders;
};

/** Returns undefined if the image is gone, moved or hidden. The caller must have checked the standing. */
export async function findPicture(
  context: ServeContext,
  address: PictureAddress,
  grant: VerifiedGrant,
): Promise<Bytes | undefined> {
  const { folderUuid, imageId, variant } = address;
  if (variant === 'original') return findOriginalPicture(context, address, grant);
  const isOwner = await context.standing.owns(grant, imageId);
  const clean = isOwner ? await readClean(context, address, variant) : undefined;
  if (isOwner && !clean) await context.cleanOrders.order(imageId);
  const content = clean ?? (await context.storage.read(derivativeKey(folderUuid, imageId, variant)));
  // An owner who gets the watermarked picture should see the clean one soon.
  const isSubstitute = isOwner && !clean;
  const mostSeconds = Math.min(CACHE_SECONDS[variant], isSubstitute ? SUBSTITUTE_CACHE_SECONDS : Infinity);
  const keeping = { mostSeconds, isFinal: clean !== undefined && variant === 'thumb' && isOwners(grant) };
  return (
    content && {
      content,
      sizeBytes: content.length,
      etag: `"${crc32(content).toString(36)}-${content.length.toString(36)}"`,
      headers: { 'content-type': CONTENT_TYPES[variant], ...privateHeaders(context, grant, keeping) },
    }
  );
}

/** Whoever gets the first byte of an original has taken the photo, and can no longer swap it. */
async function findOriginalPicture(
  context: ServeContext,
  { folderUuid, imageId }: PictureAddress,
  grant: VerifiedGrant,
): Promise<Bytes | undefined> {
  const { standing } = context;
  const image = await findOriginal(context.db, imageId);
  if (image?.albumUuid !== folderUuid) return undefined;
  const original = await findCleanOriginal(context, { id: imageId, ...image });
  if (!original) return undefined;
  const { sizeBytes, crc32: checksum, format } = original;
  return {
    sizeBytes,
    etag: `"${image.contentHash.toString('base64url', 0, 16)}-${checksum.toString(36)}"`,
    content: async (range) => {
      if (!(await standing.takeOriginal(grant, imageId))) throw new AppError('image_token_invalid');
      const file = await openOriginal(context, original, range.start);
      return (response) => pourFile(response, file, range, createRecheck(standing, grant, imageId));
    },
    headers: {
      'content-type': `image/${format}`,
      'content-disposition': attachment(image.fileName),
      ...privateHeaders(context, grant, { mostSeconds: CACHE_SECONDS.original, isFinal: false }),
    },
  };
}

async function pourFile(
  response: ServerResponse,
  file: StoredReader,
  range: ByteRange,
  recheck: () => Promise<void>,
): Promise<void> {
  try {
    await pourBytes(response, range.endExclusive - range.start, async (buffer) => {
      await recheck();
      await file.read(buffer);
    });
  } finally {
    await file.close();
  }
}

/** Breaks a slow transfer off when the right ends meanwhile. */
function createRecheck(standing: Standing, grant: VerifiedGrant, imageId: number): () => Promise<void> {
  let checkedAt = performance.now();
  return async function recheck() {
    if (performance.now() - checkedAt < RECHECK_MS) return;
    checkedAt = performance.now();
    if ((await standing.check(grant, imageId)) !== 'open') {
      throw new Error('the right to this photo ended while it was sent');
    }
  };
}

/**
 * Only the browser may cache a picture, and no longer than its token lives. A watermarked picture is not immutable,
 * because it may be made again with another watermark.
 */
function privateHeaders(
  { clock }: Pick<Context, 'clock'>,
  grant: VerifiedGrant,
  { mostSeconds, isFinal }: { mostSeconds: number; isFinal: boolean },
): Record<string, string> {
  const secondsLeft = Math.floor(grant.expiresAtSeconds - clock.now().getTime() / 1000);
  const maxAge = Math.max(0, Math.min(mostSeconds, secondsLeft));
  return {
    'cache-control': `private, max-age=${maxAge}${isFinal ? ', immutable' : ''}`,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
