import type { CoverVariant } from '#contract/rules/albums.ts';
import { type Clock, minutesFrom } from '#server/platform/time/clock.ts';
import { isSignature, type KeyRing, signText } from './key-ring.ts';

/** The variants of a picture that have an address. */
export type Variant = 'thumb' | 'preview' | 'original' | CoverVariant;

/**
 * Owners get thumbs and previews without the watermark; `previews` and `thumbs` open only watermarked ones. `culling` is
 * for staff who choose the photos of an album.
 */
export type ImageScope =
  | { kind: 'previews' }
  | { kind: 'thumbs'; imageIds: number[] }
  | { kind: 'clean-thumbs'; imageIds: number[] }
  | { kind: 'originals' }
  | { kind: 'culling' }
  | { kind: 'single'; imageIds: number[] };

export function albumScope(isOwned: boolean): ImageScope {
  return { kind: isOwned ? 'originals' : 'previews' };
}

/** `userId` is ANYONE on public pages. */
export type ImageGrant = { folderUuid: string; userId: number; scope: ImageScope };
export type VerifiedGrant = ImageGrant & {
  /** Not earlier than the token was issued; of a thumb token only the hour is known. */
  issuedAtSeconds: number;
  expiresAtSeconds: number;
};

export type ImageKeys = { imageKeys: KeyRing; clock: Clock };

export const ANYONE = 0;
export const MAX_IMAGES_PER_TOKEN = 150;
/** 22 base64url characters hold 132 bits of the HMAC-SHA-256. */
const MAC_LENGTH = 22;
const LETTERS = {
  previews: 'p',
  thumbs: 't',
  'clean-thumbs': 'c',
  originals: 'o',
  culling: 'k',
  single: 's',
} as const;
const ONE_HOUR_MS = 3600_000;
const THUMB_HOURS = 2;

export function issueImageToken({ imageKeys, clock }: ImageKeys, grant: ImageGrant, minutes: number): string {
  const issuedAt = clock.now();
  return signImageToken(imageKeys, grant, { issuedAt, expiresAt: minutesFrom(issuedAt, minutes) });
}

/**
 * Issues a token for at most MAX_IMAGES_PER_TOKEN thumbs. It expires on the hour, two to three hours ahead, so that
 * the same person gets the same addresses again and the browser can use its cache.
 */
export function issueThumbToken(
  { imageKeys, clock }: ImageKeys,
  { folderUuid, userId, imageIds }: { folderUuid: string; userId: number; imageIds: number[] },
  kind: 'thumbs' | 'clean-thumbs' = 'thumbs',
): string {
  const issuedAt = new Date(Math.ceil(clock.now().getTime() / ONE_HOUR_MS) * ONE_HOUR_MS);
  const expiresAt = new Date(issuedAt.getTime() + THUMB_HOURS * ONE_HOUR_MS);
  const grant = { folderUuid, userId, scope: { kind, imageIds } };
  return signImageToken(imageKeys, grant, { issuedAt, expiresAt });
}

/**
 * The token is `<issued>-<expiry>.<user>.<scope>.<mac>` with numbers in base 36. The MAC also covers the folder in the
 * address, so a token opens one folder only. A valid token says what was allowed when it was issued; whether it still
 * is, the images module asks when it serves (image-access.ts).
 */
function signImageToken(
  keys: KeyRing,
  { folderUuid, userId, scope }: ImageGrant,
  { issuedAt, expiresAt }: { issuedAt: Date; expiresAt: Date },
): string {
  const [issued, expiry] = [issuedAt, expiresAt].map((at) => Math.ceil(at.getTime() / 1000).toString(36));
  const claims = `${issued}-${expiry}.${userId.toString(36)}.${writeScope(scope)}`;
  return `${claims}.${signText(keys, `${folderUuid}.${claims}`, MAC_LENGTH)}`;
}

/** Returns undefined for a token that was forged, made for another folder, or has expired. */
export function verifyImageToken(
  { imageKeys, clock }: ImageKeys,
  folderUuid: string,
  token: string,
): VerifiedGrant | undefined {
  const [life = '', user = '', scopeText = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  const text = `${folderUuid}.${life}.${user}.${scopeText}`;
  if (!isSignature(imageKeys, text, mac, MAC_LENGTH)) return undefined;
  const [issuedAtSeconds = Number.NaN, expiresAtSeconds = Number.NaN] = life
    .split('-')
    .map((seconds) => Number.parseInt(seconds, 36));
  // Written so that a number that is missing closes the token.
  if (!(expiresAtSeconds * 1000 > clock.now().getTime())) return undefined;
  const userId = Number.parseInt(user, 36);
  return { folderUuid, userId, scope: readScope(scopeText), issuedAtSeconds, expiresAtSeconds };
}

export function scopeOpens(scope: ImageScope, imageId: number, variant: Variant): boolean {
  switch (scope.kind) {
    case 'previews':
      return variant !== 'original';
    case 'thumbs':
    case 'clean-thumbs':
      return variant !== 'preview' && variant !== 'original' && scope.imageIds.includes(imageId);
    case 'originals':
      return true;
    case 'culling':
      return variant === 'thumb' || variant === 'preview' || variant === 'original';
    case 'single':
      return scope.imageIds.includes(imageId);
  }
}

function writeScope(scope: ImageScope): string {
  if (!('imageIds' in scope)) return LETTERS[scope.kind];
  if (scope.imageIds.length > MAX_IMAGES_PER_TOKEN) throw new RangeError('too many images for one token');
  return LETTERS[scope.kind] + scope.imageIds.join('-');
}

/** The text needs no checks: its MAC proves that `writeScope` wrote it. */
function readScope(text: string): ImageScope {
  const letter = text[0];
  if (letter === LETTERS.previews) return { kind: 'previews' };
  if (letter === LETTERS.originals) return { kind: 'originals' };
  if (letter === LETTERS.culling) return { kind: 'culling' };
  const imageIds = text.slice(1).split('-').map(Number);
  if (letter === LETTERS.thumbs) return { kind: 'thumbs', imageIds };
  return { kind: letter === LETTERS['clean-thumbs'] ? 'clean-thumbs' : 'single', imageIds };
}
