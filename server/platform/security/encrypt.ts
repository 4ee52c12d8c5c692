import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

type Keys = readonly [KeyObject | Buffer, ...(KeyObject | Buffer)[]];

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts content; `about` names what it is, so that it cannot be passed off as something else. */
export function encrypt([newest]: Keys, content: Buffer, about: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(about));
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
}

/** Tries one key after the other, because the content does not say which one encrypted it. */
export function decrypt(keys: Keys, encrypted: Buffer, about: string): Buffer {
  for (const key of keys) {
    const content = tryDecrypt(key, encrypted, about);
    if (content) return content;
  }
  throw new Error(`no key opens the ${about}`);
}

export function isEncryptedByNewest([newest]: Keys, encrypted: Buffer, about: string): boolean {
  return tryDecrypt(newest, encrypted, about) !== undefined;
}

export function encryptText(keys: Keys, text: string, about: string): Buffer {
  return encrypt(keys, Buffer.from(text), about);
}

/** Returns undefined if the text was encrypted with another key or for another purpose, or was changed. */
export function decryptText(keys: Keys, encrypted: Buffer, about: string): string | undefined {
  try {
    return decrypt(keys, encrypted, about).toString('utf8');
  } catch {
    return undefined;
  }
}

function tryDecrypt(key: KeyObject | Buffer, encrypted: Buffer, about: string): Buffer | undefined {
  if (encrypted.length < IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(about))
      .setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
