// The secret of a link must not stand in the addresses of its pictures, so they carry a token that names the link for a
// while. The link itself is looked up with every picture.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { minutesFrom } from '#server/platform/clock.ts';
import type { PictureKeys } from '#server/platform/image-tokens.ts';

const TOKEN_MINUTES = 60;

function macOf({ imageKeys }: Pick<PictureKeys, 'imageKeys'>, claims: string): string {
  return createHmac('sha256', imageKeys).update(`photo-link.${claims}`).digest('base64url');
}

export function issuePictureToken(keys: PictureKeys, linkId: number): string {
  const expiry = Math.ceil(minutesFrom(keys.clock.now(), TOKEN_MINUTES).getTime() / 1000);
  const claims = `${linkId.toString(36)}.${expiry.toString(36)}`;
  return `${claims}.${macOf(keys, claims)}`;
}

/** Returns the link, or undefined for a token that was forged or has expired. */
export function readPictureToken(keys: PictureKeys, token: string): number | undefined {
  const [link = '', expiry = '', mac = '', ...rest] = token.split('.');
  const [given, expected] = [mac, macOf(keys, `${link}.${expiry}`)].map((text) => Buffer.from(text));
  if (rest.length > 0 || !given || !expected || given.length !== expected.length) return undefined;
  if (!timingSafeEqual(given, expected)) return undefined;
  const isAlive = Number.parseInt(expiry, 36) * 1000 > keys.clock.now().getTime();
  return isAlive ? Number.parseInt(link, 36) : undefined;
}
