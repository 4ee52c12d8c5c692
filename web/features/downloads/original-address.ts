import { imageEndpoints } from '#contract/endpoints/images.ts';
import { addressOf } from '#web/lib/transport.ts';

export function originalAddress(albumUuid: string, imageId: number, auth: string): string {
  return addressOf(imageEndpoints.getImage, {
    params: { a: albumUuid, b: `${imageId}.original` },
    query: { auth },
  });
}
