import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { ANYONE } from '#server/platform/security/image-tokens.ts';
import { findImage, type ServeContext } from './serve-images.ts';
import type { Viewer } from './view-log.ts';

const CACHE_SECONDS = 60;

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
    expiresAtSeconds: now + CACHE_SECONDS,
  });
}
