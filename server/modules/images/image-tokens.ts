import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { Variant } from './image-keys.ts';

export type ImageScope =
  | { kind: 'previews' }
  | { kind: 'thumbs'; imageIds: number[] }
  /** The same for whoever owns them: without the watermark. */
  | { kind: 'clean-thumbs'; imageIds: number[] }
  | { kind: 'originals' }
  | { kind: 'single'; imageIds: number[] };

/** Who owns an album sees it without the watermark and may have its originals. */
export function albumScope(isOwned: boolean): ImageScope {
  return { kind: isOwned ? 'originals' : 'previews' };
}

/** `userId` is ANYONE where the page itself is public. */
export type ImageGrant = { folderUuid: string; userId: number; scope: ImageScope };
export type VerifiedGrant = ImageGrant & { expiresAtSeconds: number };

type World = Pick<Context, 'imageKeys' | 'clock'>;

export const ANYONE = 0;
export const MAX_IMAGES_PER_TOKEN = 150;
/** 132 bits of HMAC-SHA-256 in base64url. */
const MAC_LENGTH = 22;
const LETTERS = { previews: 'p', thumbs: 't', 'clean-thumbs': 'c', originals: 'o', single: 's' } as const;

export function issueImageToken(world: World, grant: ImageGrant, minutes: number): string {
  return signImageToken(world.imageKeys, grant, minutesFrom(world.clock.now(), minutes));
}

/**
 * `<expiry>.<user>.<scope>.<mac>`, the numbers in base 36. The folder is in the address and under the MAC, so a
 * token fits one folder only, and a front server that knows the key can check it without a look-up.
 */
export function signImageToken(key: KeyObject, { folderUuid, userId, scope }: ImageGrant, expiresAt: Date) {
  const expiry = Math.ceil(expiresAt.getTime() / 1000).toString(36);
  const claims = `${expiry}.${userId.toString(36)}.${writeScope(scope)}`;
  return `${claims}.${macOf(key, folderUuid, claims)}`;
}

/** Undefined for a token that was not made here, was made for another folder, or has expired. */
export function verifyImageToken(world: World, folderUuid: string, token: string): VerifiedGrant | undefined {
  const [expiry = '', user = '', scopeText = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  if (!isSame(mac, macOf(world.imageKeys, folderUuid, `${expiry}.${user}.${scopeText}`))) return undefined;
  const expiresAtSeconds = Number.parseInt(expiry, 36);
  if (expiresAtSeconds * 1000 <= world.clock.now().getTime()) return undefined;
  return { folderUuid, userId: Number.parseInt(user, 36), scope: readScope(scopeText), expiresAtSeconds };
}

export function scopeOpens(scope: ImageScope, imageId: number, variant: Variant): boolean {
  switch (scope.kind) {
    case 'previews':
      return variant !== 'original';
    case 'thumbs':
    case 'clean-thumbs':
      return variant === 'thumb' && scope.imageIds.includes(imageId);
    case 'originals':
      return true;
    case 'single':
      return scope.imageIds.includes(imageId);
  }
}

function macOf(key: KeyObject, folderUuid: string, claims: string): string {
  return createHmac('sha256', key).update(`${folderUuid}.${claims}`).digest('base64url').slice(0, MAC_LENGTH);
}

/** Compared as text: base64 decodes several texts to the same bytes. */
function isSame(given: string, expected: string): boolean {
  return given.length === MAC_LENGTH && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function writeScope(scope: ImageScope): string {
  if (!('imageIds' in scope)) return LETTERS[scope.kind];
  if (scope.imageIds.length > MAX_IMAGES_PER_TOKEN) throw new RangeError('too many images for one token');
  return LETTERS[scope.kind] + scope.imageIds.join('-');
}

/** Called on text under a valid MAC only: we wrote it. */
function readScope(text: string): ImageScope {
  const letter = text[0];
  if (letter === LETTERS.previews) return { kind: 'previews' };
  if (letter === LETTERS.originals) return { kind: 'originals' };
  const imageIds = text.slice(1).split('-').map(Number);
  if (letter === LETTERS.thumbs) return { kind: 'thumbs', imageIds };
  return { kind: letter === LETTERS['clean-thumbs'] ? 'clean-thumbs' : 'single', imageIds };
}
