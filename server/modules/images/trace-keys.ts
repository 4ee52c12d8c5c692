import type { KeyObject } from 'node:crypto';
import { hashWithKeys, type KeyRing } from '#server/platform/security/key-ring.ts';

/** The secret that chooses each viewer's tiles, and the id of that secret, which is stored with the variants. */
export type TraceKey = { keyId: string; secret: KeyObject };

const ID_LENGTH = 12;

export function newestTraceKey([newest]: KeyRing): TraceKey {
  return withId(newest);
}

/**
 * Returns the key that made these variants. If it has left the key ring, the newest key is used, so that previews
 * stay visible; see `listTraceKeys`.
 */
export function findTraceKey(keys: KeyRing, keyId: string): TraceKey {
  return keys.map(withId).find((key) => key.keyId === keyId) ?? newestTraceKey(keys);
}

/** Returns every key that copies of these variants may have been made with. */
export function listTraceKeys(keys: KeyRing, keyId: string): TraceKey[] {
  const all = keys.map(withId);
  const own = all.filter((key) => key.keyId === keyId);
  return own.length > 0 ? own : all;
}

/** The id is a hash, because keys older than `KEYS` have no id. */
function withId(secret: KeyObject): TraceKey {
  const [hash] = hashWithKeys([secret], 'name of this key');
  return { secret, keyId: hash.toString('base64url').slice(0, ID_LENGTH) };
}
