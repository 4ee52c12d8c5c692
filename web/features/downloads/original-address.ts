import { imageEndpoints } from '#contract/endpoints/images.ts';
import { addressOf } from '#web/lib/transport.ts';

/** The file as the photographer delivered it, for its owner. */
export function originalAddress(albumUuid: string, imageId: number, auth: string): string {
  return addressOf(imageEndpoints.getImage, {
    params: { a: albumUuid, b: `${imageId}.original` },
    query: { auth },
  });
}
