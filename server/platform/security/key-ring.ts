import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { keepSecret, readSecret } from './secrets.ts';

/** The keys of one purpose, newest first. The newest one signs and encrypts; each opens what it signed or encrypted. */
export type KeyRing = readonly [KeyObject, ...KeyObject[]];

type Secrets = { keys: readonly { secret: string }[]; jwtSecret: string | undefined; dataDir: string };

/** A SHA-256 has 43 characters of base64url. */
const WHOLE_MAC = 43;

/** Derives a separate key per purpose; machines that share the secret derive the same key. */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `encore ${purpose}`, 32)));
}

export function createKeyRing(config: Secrets, file: string, purpose: string): KeyRing {
  const [newest, ...older] = listSecrets(config, file).map((secret) => deriveKey(secret, purpose));
  if (!newest) throw new Error(`there is no key for ${purpose}`);
  return [newest, ...older];
}

/** The secrets from before KEYS sign sessions as they are, so that nobody is logged out. */
export function listSessionKeys(config: Secrets): [string | Buffer, ...(string | Buffer)[]] {
  const derived = config.keys.map(({ secret }) => deriveKey(secret, 'sessions').export());
  const [newest, ...older] = [...derived, ...listEarlierSecrets(config, 'jwt-secret')];
  return newest === undefined ? [keepSecret(config.dataDir, 'jwt-secret')] : [newest, ...older];
}

function listSecrets(config: Secrets, file: string): string[] {
  const secrets = [...config.keys.map(({ secret }) => secret), ...listEarlierSecrets(config, file)];
  return secrets.length > 0 ? secrets : [keepSecret(config.dataDir, file)];
}

/** Before KEYS a site had JWT_SECRET, or a file per purpose; what they encrypted can still be opened. */
function listEarlierSecrets({ jwtSecret, dataDir }: Secrets, file: string): string[] {
  return [jwtSecret, readSecret(dataDir, file)].filter((secret) => secret !== undefined);
}

/** Text that only this site can have written. */
export function signText([newest]: KeyRing, text: string, length = WHOLE_MAC): string {
  return macOf(newest, text, length);
}

export function isSignature(keys: KeyRing, text: string, given: string, length = WHOLE_MAC): boolean {
  return keys.some((key) => isSameText(given, macOf(key, text, length)));
}

/** Hashes that nobody without a key can compare with guesses, newest first. */
export function hashWithKeys(keys: KeyRing, text: string): [Buffer, ...Buffer[]] {
  const [newest, ...older] = keys;
  return [hashWithKey(newest, text), ...older.map((key) => hashWithKey(key, text))];
}

function hashWithKey(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function macOf(key: KeyObject, text: string, length: number): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, length);
}

/** Compares the text, because several base64 texts decode to the same bytes. */
export function isSameText(given: string, expected: string): boolean {
  const [bytes, expectedBytes] = [Buffer.from(given), Buffer.from(expected)];
  return bytes.length === expectedBytes.length && timingSafeEqual(bytes, expectedBytes);
}
