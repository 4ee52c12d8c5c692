// A link's secret must not appear in the addresses of its pictures, so these carry a token that names the link for a
// while. The link itself is looked up with every picture.

import { minutesFrom } from '#server/platform/time/clock.ts';
import type { ImageKeys } from './image-tokens.ts';
import { isSignature, signText } from './key-ring.ts';

const TOKEN_MINUTES = 60;

/** A token of one kind of link opens no picture of another kind. */
type LinkKind = 'photo-link' | 'pass' | 'wall';

export function issuePictureToken(
  keys: ImageKeys,
  { kind, linkId }: { kind: LinkKind; linkId: number },
): string {
  const expiry = Math.ceil(minutesFrom(keys.clock.now(), TOKEN_MINUTES).getTime() / 1000);
  const claims = `${linkId.toString(36)}.${expiry.toString(36)}`;
  return `${claims}.${signText(keys.imageKeys, `${kind}.${claims}`)}`;
}

/** Returns the number of the link, or undefined for a token that was forged or has expired. */
export function readImageToken(keys: ImageKeys, kind: LinkKind, token: string): number | undefined {
  const [link = '', expiry = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isSignature(keys.imageKeys, `${kind}.${link}.${expiry}`, mac)) return undefined;
  const isAlive = Number.parseInt(expiry, 36) * 1000 > keys.clock.now().getTime();
  return isAlive ? Number.parseInt(link, 36) : undefined;
}
