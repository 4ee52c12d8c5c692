import type { KeyObject } from 'node:crypto';
import { hashWithKeys, type KeyRing } from '#server/platform/security/key-ring.ts';

/** The secret of variants and the name under which the variants remembers it. */
export type TraceKey = { keyId: string; secret: KeyObject };

const ID_LENGTH = 12;

export function newestTraceKey([newest]: KeyRing): TraceKey {
  return withId(newest);
}

/**
 * Returns the key that made variants. If it is no longer on the ring, copies are made with the newest key, so that the
 * pictures stay visible; see `listTraceKeys`.
 */
export function findTraceKey(keys: KeyRing, keyId: string): TraceKey {
  return keys.map(withId).find((key) => key.keyId === keyId) ?? newestTraceKey(keys);
}

/** Returns the keys that copies of variants may have been made with. */
export function listTraceKeys(keys: KeyRing, keyId: string): TraceKey[] {
  const all = keys.map(withId);
  const own = all.filter((key) => key.keyId === keyId);
  return own.length > 0 ? own : all;
}

/** The name is a hash, because keys from before KEYS have no name. */
function withId(secret: KeyObject): TraceKey {
  const [hash] = hashWithKeys([secret], 'name of this key');
  return { secret, keyId: hash.toString('base64url').slice(0, ID_LENGTH) };
}
