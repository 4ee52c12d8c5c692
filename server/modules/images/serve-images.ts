import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { attachment } from '#server/platform/http/attachment.ts';
import { pourBytes } from '#server/platform/http/pour-bytes.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import type { ByteRange, StoredReader } from '#server/platform/storage/storage.ts';
import { readClean } from './clean-derivatives.ts';
import { findCleanOriginal } from './clean-original.ts';
import { derivativeKey, type Variant } from './image-keys.ts';
import { ANYONE, scopeOpens, type VerifiedGrant, verifyImageToken } from './image-tokens.ts';
import { findOriginal } from './images.queries.ts';
import { openOriginal } from './original-file.ts';

type World = Pick<Context, 'db' | 'clock' | 'imageKeys' | 'storage'>;

export type PictureAddress = { folderUuid: string; imageId: number; variant: Variant };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PICTURE_NAME = /^([1-9]\d{0,9})\.(thumb|preview|original)$/;
const CONTENT_TYPES = { thumb: 'image/webp', preview: 'image/jpeg' } as const;
const MOST_CACHE_SECONDS = 1800;
const SUBSTITUTE_CACHE_SECONDS = 30;

/** Undefined for what is no address of a picture; what is one can name no other file. */
export function readAddress(folderUuid: string, name: string): PictureAddress | undefined {
  const [, id, variant] = PICTURE_NAME.exec(name) ?? [];
  if (!UUID.test(folderUuid) || !id) return undefined;
  return { folderUuid, imageId: Number(id), variant: variant as Variant };
}

/** Undefined when the token does not open this picture. */
export function findGrant(world: World, address: PictureAddress, token: string): VerifiedGrant | undefined {
  const grant = verifyImageToken(world, address.folderUuid, token);
  return grant && scopeOpens(grant.scope, address.imageId, address.variant) ? grant : undefined;
}

export function checkGrant(world: World, address: PictureAddress, token: string): VerifiedGrant {
  const grant = findGrant(world, address, token);
  if (!grant) throw new AppError('image_token_invalid');
  return grant;
}

/** A token sent together with a log-in must be that person's. */
export function checkBearer(grant: VerifiedGrant, userId: number): void {
  if (grant.userId !== ANYONE && grant.userId !== userId) throw new AppError('image_token_invalid');
}

/** These scopes are given for what was paid for. */
function isOwners({ scope }: VerifiedGrant): boolean {
  return scope.kind !== 'previews' && scope.kind !== 'thumbs';
}

/** Undefined when there is no such file: the image is gone, moved or hidden. */
export async function findPicture(
  world: World,
  address: PictureAddress,
  grant: VerifiedGrant,
): Promise<Bytes | undefined> {
  const { folderUuid, imageId, variant } = address;
  if (variant === 'original') return findOriginalPicture(world, address, grant);
  const clean = isOwners(grant) ? await readClean(world, address, variant) : undefined;
  const content = clean ?? (await world.storage.read(derivativeKey(folderUuid, imageId, variant)));
  // What an owner gets instead of a clean picture is not to stay.
  const mostSeconds = isOwners(grant) && !clean ? SUBSTITUTE_CACHE_SECONDS : MOST_CACHE_SECONDS;
  const keeping = { mostSeconds, isFinal: clean !== undefined };
  return (
    content && {
      content,
      sizeBytes: content.length,
      etag: `"${crc32(content).toString(36)}-${content.length.toString(36)}"`,
      headers: { 'content-type': CONTENT_TYPES[variant], ...privateHeaders(world, grant, keeping) },
    }
  );
}

async function findOriginalPicture(
  world: World,
  { folderUuid, imageId }: PictureAddress,
  grant: VerifiedGrant,
): Promise<Bytes | undefined> {
  const image = await findOriginal(world.db, imageId);
  if (image?.albumUuid !== folderUuid) return undefined;
  const original = await findCleanOriginal(world, { id: imageId, ...image });
  if (!original) return undefined;
  const { sizeBytes, crc32: checksum, format } = original;
  return {
    sizeBytes,
    etag: `"${image.contentHash.toString('base64url', 0, 16)}-${checksum.toString(36)}"`,
    content: async (range) => {
      const file = await openOriginal(world, original, range.start);
      return (response) => pourFile(response, file, range);
    },
    headers: {
      'content-type': `image/${format}`,
      'content-disposition': attachment(image.fileName),
      ...privateHeaders(world, grant),
    },
  };
}

async function pourFile(response: ServerResponse, file: StoredReader, range: ByteRange): Promise<void> {
  try {
    await pourBytes(response, range.endExclusive - range.start, file.read);
  } finally {
    await file.close();
  }
}

/**
 * Kept by the browser alone, and no longer than the token lives. What carries a mark is not final: it may be made anew
 * with another, and the same address then answers with another ETag.
 */
function privateHeaders(
  { clock }: World,
  grant: VerifiedGrant,
  { mostSeconds = MOST_CACHE_SECONDS, isFinal = true } = {},
): Record<string, string> {
  const secondsLeft = Math.floor(grant.expiresAtSeconds - clock.now().getTime() / 1000);
  const maxAge = Math.max(0, Math.min(mostSeconds, secondsLeft));
  return {
    'cache-control': `private, max-age=${maxAge}${isFinal ? ', immutable' : ''}`,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
