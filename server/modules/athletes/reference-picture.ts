import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { readAddress, signAddress } from '#server/platform/signed-address.ts';
import { findReferencePhoto } from './reference-photos.queries.ts';
import { openSealed, photoPlace } from './template-vault.ts';

type World = Pick<Context, 'imageKeys' | 'clock'>;

const REFERENCE_PICTURE = { purpose: 'reference picture', stepSeconds: 10 * 60 };

/** For the customer's own page, for some minutes. */
export function referencePictureAddress(world: World, photoId: number): string {
  return `/api/reference-pictures/${signAddress(world, REFERENCE_PICTURE, photoId)}`;
}

/** Nothing of it stays in a cache: deleting the photo is the end of it. */
export async function openReferencePicture(
  world: Pick<Context, 'db' | 'clock' | 'imageKeys' | 'storage' | 'athleteKeys'>,
  token: string,
): Promise<Bytes> {
  const photoId = readAddress(world, REFERENCE_PICTURE, token);
  const photo = photoId === undefined ? undefined : await findReferencePhoto(world.db, photoId);
  const sealed = photo?.fileId && (await world.storage.read(photoPlace(photo.fileId)));
  const content = sealed ? await openSealed(world, photo.fileId as string, sealed, 'photo') : undefined;
  if (!content) throw new AppError('not_found');
  return {
    content,
    sizeBytes: content.length,
    etag: `"reference-${photoId}"`,
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  };
}
