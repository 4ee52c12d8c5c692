import type { Clock } from '#server/platform/time/clock.ts';
import { isSignature, type KeyRing, signText } from './key-ring.ts';

type Signer = { imageKeys: KeyRing; clock: Clock };

/** Addresses change once per step, so that browsers can cache them, and are valid for one to two steps. */
export type AddressKind = { purpose: string; stepSeconds: number };

/**
 * A link's secret must not appear in the addresses of its pictures, so these name the link, which is looked up with every
 * picture.
 */
const ofLink = (purpose: string): AddressKind => ({ purpose, stepSeconds: 3600 });
export const PASS_PICTURE = ofLink('picture of a pass');
export const WALL_PICTURE = ofLink('picture of a wall');
export const SHARED_PICTURE = ofLink('shared picture');

const MAC_LENGTH = 32;

/** Returns `<id>.<expiry>.<mac>` with numbers in base 36. */
export function signAddress(signer: Signer, kind: AddressKind, id: number): string {
  const step = Math.ceil(signer.clock.now().getTime() / 1000 / kind.stepSeconds) + 1;
  const claims = `${id.toString(36)}.${(step * kind.stepSeconds).toString(36)}`;
  return `${claims}.${signText(signer.imageKeys, `${kind.purpose} ${claims}`, MAC_LENGTH)}`;
}

/** Reads the end of an address that was just signed. */
export const expiryOf = (token: string) => new Date(Number.parseInt(token.split('.')[1] ?? '', 36) * 1000);

/** Returns undefined if the address is forged, has another purpose or has expired. */
export function readAddress(signer: Signer, kind: AddressKind, token: string): number | undefined {
  const [id = '', expiry = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  if (!isSignature(signer.imageKeys, `${kind.purpose} ${id}.${expiry}`, mac, MAC_LENGTH)) return undefined;
  if (expiryOf(token) <= signer.clock.now()) return undefined;
  return Number.parseInt(id, 36);
}
