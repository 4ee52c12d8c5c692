import { crc32 } from 'node:zlib';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { derivativeKey, originalKey, type Variant } from './image-keys.ts';
import { ANYONE, scopeOpens, type VerifiedGrant, verifyImageToken } from './image-tokens.ts';
import { findOriginal } from './images.queries.ts';
import { openOriginal } from './original-file.ts';

type World = Pick<Context, 'db' | 'clock' | 'imageKeys' | 'storage'>;

export type PictureAddress = { folderUuid: string; imageId: number; variant: Variant };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PICTURE_NAME = /^([1-9]\d{0,9})\.(thumb|preview|original)$/;
const CONTENT_TYPES = { thumb: 'image/webp', preview: 'image/jpeg' } as const;
const MOST_CACHE_SECONDS = 1800;

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

/** Undefined when there is no such file: the image is gone, moved or hidden. */
export async function findPicture(
  world: World,
  address: PictureAddress,
  grant: VerifiedGrant,
): Promise<Bytes | undefined> {
  const { folderUuid, imageId, variant } = address;
  if (variant === 'original') return findOriginalPicture(world, address, grant);
  const content = await world.storage.read(derivativeKey(folderUuid, imageId, variant));
  return (
    content && {
      content,
      sizeBytes: content.length,
      etag: `"${crc32(content).toString(36)}-${content.length.toString(36)}"`,
      headers: { 'content-type': CONTENT_TYPES[variant], ...privateHeaders(world, grant) },
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
  const original = await openOriginal(world.storage, originalKey(image.eventId, image.contentHash));
  if (!original) return undefined;
  const { contentType, ...bytes } = original;
  return {
    ...bytes,
    etag: `"${image.contentHash.toString('base64url', 0, 16)}"`,
    headers: {
      'content-type': contentType,
      'content-disposition': attachment(image.fileName),
      ...privateHeaders(world, grant),
    },
  };
}

/** Kept by the browser alone, and no longer than the token lives. */
function privateHeaders({ clock }: World, grant: VerifiedGrant): Record<string, string> {
  const secondsLeft = Math.floor(grant.expiresAtSeconds - clock.now().getTime() / 1000);
  const maxAge = Math.max(0, Math.min(MOST_CACHE_SECONDS, secondsLeft));
  return {
    'cache-control': `private, max-age=${maxAge}, immutable`,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w. ()-]/g, '_');
  const utf8 = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
