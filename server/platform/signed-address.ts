import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Clock } from './clock.ts';

type Signer = { imageKeys: KeyObject; clock: Clock };

/** Addresses change once per step, so that browsers can cache them, and are valid for one to two steps. */
export type AddressKind = { purpose: string; stepSeconds: number };

const MAC_LENGTH = 32;

/** Returns `<id>.<expiry>.<mac>` with numbers in base 36. */
export function signAddress(signer: Signer, kind: AddressKind, id: number): string {
  const step = Math.ceil(signer.clock.now().getTime() / 1000 / kind.stepSeconds) + 1;
  const claims = `${id.toString(36)}.${(step * kind.stepSeconds).toString(36)}`;
  return `${claims}.${macOf(signer, kind, claims)}`;
}

/** Returns undefined if the address is forged, has another purpose or has expired. */
export function readAddress(signer: Signer, kind: AddressKind, token: string): number | undefined {
  const [id = '', expiry = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  const expected = Buffer.from(macOf(signer, kind, `${id}.${expiry}`));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (Number.parseInt(expiry, 36) * 1000 <= signer.clock.now().getTime()) return undefined;
  return Number.parseInt(id, 36);
}

function macOf({ imageKeys }: Signer, { purpose }: AddressKind, claims: string): string {
  return createHmac('sha256', imageKeys)
    .update(`${purpose} ${claims}`)
    .digest('base64url')
    .slice(0, MAC_LENGTH);
}
