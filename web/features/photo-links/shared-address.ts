import { photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import { addressOf } from '#web/lib/transport.ts';

export function sharedAddress(
  imageId: number,
  variant: 'thumb' | 'preview' | 'original',
  auth: string,
): string {
  return addressOf(photoLinkEndpoints.sharedPicture, {
    params: { name: `${imageId}.${variant}` },
    query: { auth },
  });
}
