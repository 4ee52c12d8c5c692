import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { findReferencePhoto } from './reference-photos.queries.ts';
import { openSealed, photoPlace } from './template-vault.ts';

type World = Pick<Context, 'imageKeys' | 'clock'>;

const MAC_LENGTH = 32;
/** An address lives for one to two such steps. */
const STEP_SECONDS = 10 * 60;

/** `<photo>.<expiry>.<mac>`: for the customer's own page, for some minutes. */
export function referencePictureAddress(world: World, photoId: number): string {
  const step = Math.ceil(world.clock.now().getTime() / 1000 / STEP_SECONDS) + 1;
  const claims = `${photoId.toString(36)}.${(step * STEP_SECONDS).toString(36)}`;
  return `/api/reference-pictures/${claims}.${macOf(world, claims)}`;
}

/** Nothing of it stays in a cache: deleting the photo is the end of it. */
export async function openReferencePicture(
  world: Pick<Context, 'db' | 'clock' | 'imageKeys' | 'storage' | 'athleteKeys'>,
  token: string,
): Promise<Bytes> {
  const photoId = readToken(world, token);
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

function readToken(world: World, token: string): number | undefined {
  const [id = '', expiry = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  const expected = Buffer.from(macOf(world, `${id}.${expiry}`));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (Number.parseInt(expiry, 36) * 1000 <= world.clock.now().getTime()) return undefined;
  return Number.parseInt(id, 36);
}

function macOf({ imageKeys }: World, claims: string): string {
  return createHmac('sha256', imageKeys)
    .update(`reference picture ${claims}`)
    .digest('base64url')
    .slice(0, MAC_LENGTH);
}
