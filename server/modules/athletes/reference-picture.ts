import type { Tx } from '#server/context.ts';
import { findCaller } from '#server/modules/accounts/sessions.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { readAddress, signAddress } from '#server/platform/signed-address.ts';
import { findReferencePhoto } from './reference-photos.queries.ts';
import { openSealed, photoKey } from './template-vault.ts';

const REFERENCE_PICTURE = { purpose: 'reference picture', stepSeconds: 10 * 60 };

export function referencePictureAddress(tx: Pick<Tx, 'imageKeys' | 'clock'>, photoId: number): string {
  return `/api/reference-pictures/${signAddress(tx, REFERENCE_PICTURE, photoId)}`;
}

/** Never cached, so that a deleted photo cannot be shown again. An account that was closed or logged out shows none. */
export async function openReferencePicture(
  tx: Pick<Tx, 'db' | 'clock' | 'config' | 'imageKeys' | 'storage' | 'athleteKeys'>,
  token: string,
): Promise<Bytes> {
  const photoId = readAddress(tx, REFERENCE_PICTURE, token);
  const photo = photoId === undefined ? undefined : await findReferencePhoto(tx.db, photoId);
  const owner = photo && (await findCaller(tx, photo.userId, tx.clock.now()));
  const sealed = owner && photo.fileId && (await tx.storage.read(photoKey(photo.fileId)));
  const content = sealed ? await openSealed(tx, photo.fileId as string, sealed, 'photo') : undefined;
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
