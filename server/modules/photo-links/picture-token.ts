// The secret of a link must not stand in the addresses of its pictures, so they carry a token that names the link for a
// while. The link itself is looked up with every picture.

import { minutesFrom } from '#server/platform/clock.ts';
import type { PictureKeys } from '#server/platform/image-tokens.ts';
import { isSignature, signText } from '#server/platform/key-ring.ts';

const TOKEN_MINUTES = 60;

export function issuePictureToken(keys: PictureKeys, linkId: number): string {
  const expiry = Math.ceil(minutesFrom(keys.clock.now(), TOKEN_MINUTES).getTime() / 1000);
  const claims = `${linkId.toString(36)}.${expiry.toString(36)}`;
  return `${claims}.${signText(keys.imageKeys, `photo-link.${claims}`)}`;
}

/** Returns the link, or undefined for a token that was forged or has expired. */
export function readPictureToken(keys: PictureKeys, token: string): number | undefined {
  const [link = '', expiry = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isSignature(keys.imageKeys, `photo-link.${link}.${expiry}`, mac)) return undefined;
  const isAlive = Number.parseInt(expiry, 36) * 1000 > keys.clock.now().getTime();
  return isAlive ? Number.parseInt(link, 36) : undefined;
}
