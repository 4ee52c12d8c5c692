import { type CoverVariant, PUBLIC_COVER_SIDE } from '#contract/rules/albums.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import {
  ANYONE,
  scopeOpens,
  type Variant,
  type VerifiedGrant,
  verifyImageToken,
} from '#server/platform/security/image-tokens.ts';
import { readClean } from './clean-derivatives.ts';
import { type ImageAccess, isOwners } from './image-access.ts';
import { CACHE_SECONDS, cacheControl } from './image-headers.ts';
import { derivativeKey } from './image-keys.ts';
import type { ImageOrders } from './image-orders.ts';
import { findReadyImages, folderOf } from './image-records.ts';
import type { PreviewMeter } from './preview-meter.ts';
import { findOriginalImage, sendOriginal } from './send-original.ts';
import { etagOf, findMarkedPreview, type PreviewContext, type ViewedGrant } from './serve-preview.ts';
import type { Viewer } from './view-log.ts';

export type ImageAddress = { folderUuid: string; imageId: number; variant: Variant };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const IMAGE_NAME = /^([1-9]\d{0,14})\.(thumb|preview|original|cover-(?:480|960|1440))$/;
const PUBLIC_COVER = `cover-${PUBLIC_COVER_SIDE}` as const;
const SUBSTITUTE_CACHE_SECONDS = 30;

/** Returns undefined for anything but a well-formed name, so that no other file can be named. */
export function readImageName(name: string): Omit<ImageAddress, 'folderUuid'> | undefined {
  const [, id, variant] = IMAGE_NAME.exec(name) ?? [];
  return id ? { imageId: Number(id), variant: variant as Variant } : undefined;
}

export function readAddress(folderUuid: string, name: string): ImageAddress | undefined {
  const picture = readImageName(name);
  return picture && UUID.test(folderUuid) ? { folderUuid, ...picture } : undefined;
}

export function findGrant(
  context: Pick<Context, 'clock' | 'imageKeys'>,
  address: ImageAddress,
  token: string,
): VerifiedGrant | undefined {
  const grant = verifyImageToken(context, address.folderUuid, token);
  return grant && scopeOpens(grant.scope, address.imageId, address.variant) ? grant : undefined;
}

export function checkGrant(
  context: Pick<Context, 'clock' | 'imageKeys'>,
  address: ImageAddress,
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
export async function checkImageAccess(
  imageAccess: ImageAccess,
  grant: VerifiedGrant,
  { imageId }: ImageAddress,
): Promise<void> {
  const verdict = await imageAccess.recheck(grant, imageId);
  if (verdict === 'hidden') throw new AppError('not_found');
  if (verdict === 'closed') throw new AppError('image_token_invalid');
}

export type ServeContext = Pick<Context, 'db' | 'clock' | 'storage' | 'config' | 'log'> &
  PreviewContext & {
    imageAccess: ImageAccess;
    meter: PreviewMeter;
    imageOrders: ImageOrders;
  };

/** Returns undefined if the image is gone, moved or hidden. The caller must have checked the imageAccess. */
export async function findImage(
  context: ServeContext,
  address: ImageAddress,
  grant: ViewedGrant,
): Promise<Bytes | undefined> {
  const { folderUuid, imageId, variant } = address;
  if (grant.scope.kind === 'culling') return findForCulling(context, address, grant);
  if (variant === 'original') return findOriginalImage(context, address, grant);
  const isOwner = await context.imageAccess.owns(grant, imageId);
  if (variant === 'thumb' || variant === 'preview') {
    const clean = isOwner ? await readClean(context, { folderUuid, imageId }, variant) : undefined;
    if (isOwner && !clean) await context.imageOrders.orderClean(imageId);
    const picture = clean
      ? takenImage(context, address, { grant, clean })
      : await findMarked(context, address, grant);
    // An owner who gets the watermarked picture should see the clean one soon.
    const isSubstitute = isOwner && !clean;
    const isFinal = clean !== undefined && variant === 'thumb' && isOwners(grant);
    const isClean = clean !== undefined;
    return picture && toBytes(context, grant, { picture, variant, isClean, isSubstitute, isFinal });
  }
  const cover = await findCover(context, { folderUuid, imageId, variant }, { grant, isOwner });
  if (cover) {
    const sent = { ...cover, isClean: isOwner, isSubstitute: false, isFinal: false };
    return toBytes(context, grant, sent);
  }
  const thumb = await findImage(context, { ...address, variant: 'thumb' }, grant);
  const kept = { maxSeconds: CACHE_SECONDS.preview, isFinal: false, isPersonal: false };
  const headers = { 'cache-control': cacheControl(context, grant, kept) };
  return thumb && { ...thumb, headers: { ...thumb.headers, ...headers } };
}

/** Staff who cull see photos without the watermark, rejected ones too, but none that a report hides. */
async function findForCulling(
  context: ServeContext,
  { folderUuid, imageId, variant }: ImageAddress,
  grant: ViewedGrant,
): Promise<Bytes | undefined> {
  const [image] = await findReadyImages(context.db, [imageId]);
  if (image?.albumUuid !== folderUuid || image.withheldAt !== null) return undefined;
  if (variant === 'original') return sendOriginal(context, image, { grant });
  const shown = variant === 'thumb' ? 'thumb' : 'preview';
  const place = { folderUuid: folderOf(image), imageId };
  const clean = await readClean(context, place, shown);
  const picture = clean ? wholeImage(clean) : await findMarked(context, { ...place, variant: shown }, grant);
  const sent = {
    variant: shown,
    isClean: clean !== undefined,
    isSubstitute: !clean,
    isFinal: false,
  } as const;
  return picture && toBytes(context, grant, { picture, ...sent });
}

/**
 * Covers above the public size are the viewer's marked preview. Returns undefined if a thumb must be sent instead: the
 * photo is no cover, or has no preview yet.
 */
async function findCover(
  context: ServeContext,
  { folderUuid, imageId, variant }: { folderUuid: string; imageId: number; variant: CoverVariant },
  { grant, isOwner }: { grant: ViewedGrant; isOwner: boolean },
): Promise<Pick<Sent, 'picture' | 'variant'> | undefined> {
  const { imageAccess, meter, storage, imageOrders } = context;
  const albumId = await imageAccess.findCoveredAlbum(folderUuid, imageId);
  if (albumId === undefined) return undefined;
  const isMarked = variant !== PUBLIC_COVER && !isOwner;
  if (isMarked && (await imageAccess.isVerified(grant)) && meter.takeCover(grant)) {
    const picture = await findMarkedPreview(context, { folderUuid, imageId }, grant);
    return picture && { picture, variant: 'preview' };
  }
  const key = derivativeKey(folderUuid, imageId, isOwner ? `clean-${variant}` : PUBLIC_COVER);
  const content = await storage.read(key);
  if (!content) await imageOrders.orderCovers(albumId, isOwner);
  return content && { picture: wholeImage(content), variant };
}

type Picture = Pick<Bytes, 'content' | 'sizeBytes' | 'etag'>;

function wholeImage(content: Buffer): Picture {
  return { content, sizeBytes: content.length, etag: etagOf(content) };
}

/** A preview without the watermark marks the photo as taken, as an original does. Thumbs do not. */
function takenImage(
  { imageAccess }: Pick<ServeContext, 'imageAccess'>,
  { imageId, variant }: ImageAddress,
  { grant, clean }: { grant: VerifiedGrant; clean: Buffer },
): Picture {
  if (variant !== 'preview') return wholeImage(clean);
  return {
    ...wholeImage(clean),
    content: async ({ start, endExclusive }) => {
      if (!(await imageAccess.takePreview(grant, imageId))) throw new AppError('image_token_invalid');
      return clean.subarray(start, endExclusive);
    },
  };
}

/** Previews are marked for their viewer. Thumbs are the same for everyone. */
async function findMarked(
  context: ServeContext,
  { folderUuid, imageId, variant }: ImageAddress,
  grant: ViewedGrant,
): Promise<Picture | undefined> {
  if (variant === 'preview') return findMarkedPreview(context, { folderUuid, imageId }, grant);
  const thumb = await context.storage.read(derivativeKey(folderUuid, imageId, 'thumb'));
  return thumb && wholeImage(thumb);
}

type Sent = {
  picture: Picture;
  variant: keyof typeof CACHE_SECONDS;
  isClean: boolean;
  isSubstitute: boolean;
  isFinal: boolean;
};

function toBytes(
  context: Pick<Context, 'clock'>,
  grant: VerifiedGrant,
  { picture, variant, isClean, isSubstitute, isFinal }: Sent,
): Bytes {
  const maxSeconds = Math.min(CACHE_SECONDS[variant], isSubstitute ? SUBSTITUTE_CACHE_SECONDS : Infinity);
  return {
    ...picture,
    headers: {
      'content-type': variant === 'preview' ? 'image/jpeg' : 'image/webp',
      // A front server keeps both kinds apart by it.
      'x-picture-rendition': isClean ? 'clean' : 'marked',
      'cache-control': cacheControl(context, grant, {
        maxSeconds,
        isFinal,
        isPersonal: variant === 'preview',
      }),
    },
  };
}

const LINK_CACHE_SECONDS = 60;

/** Returns a watermarked picture for the page of a secret link. The caller has checked the link and the picture. */
export function findMarkedImage(
  context: ServeContext,
  address: { folderUuid: string; imageId: number; variant: 'thumb' | 'preview' },
  viewer: Viewer,
): Promise<Bytes | undefined> {
  const now = Math.floor(context.clock.now().getTime() / 1000);
  return findImage(context, address, {
    folderUuid: address.folderUuid,
    userId: ANYONE,
    viewer,
    scope: { kind: 'previews' },
    issuedAtSeconds: now,
    expiresAtSeconds: now + LINK_CACHE_SECONDS,
  });
}
