import { imageEndpoints } from '#contract/endpoints/images.ts';
import type { CoverVariant } from '#contract/rules/albums.ts';
import { addressOf } from '#web/lib/transport.ts';

export type PhotoVariant = 'thumb' | 'preview' | CoverVariant;

/** The token says which pictures of the album it opens, and until when. */
export function photoAddress(
  albumUuid: string,
  imageId: number,
  variant: PhotoVariant,
  token: string,
): string {
  return addressOf(imageEndpoints.getImage, {
    params: { a: albumUuid, b: `${imageId}.${variant}` },
    query: { auth: token },
  });
}
