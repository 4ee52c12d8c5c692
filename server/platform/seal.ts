import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

type Keys = readonly [KeyObject | Buffer, ...(KeyObject | Buffer)[]];

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts content; `about` names what it is, so that it cannot be passed off as something else. */
export function seal([newest]: Keys, content: Buffer, about: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Tries one key after the other, because the content does not say which one sealed it. */
export function unseal(keys: Keys, sealed: Buffer, about: string): Buffer {
  for (const key of keys) {
    const content = tryUnseal(key, sealed, about);
    if (content) return content;
  }
  throw new Error(`no key opens the ${about}`);
}

/** True if the newest key sealed this. */
export function isSealedByNewest([newest]: Keys, sealed: Buffer, about: string): boolean {
  return tryUnseal(newest, sealed, about) !== undefined;
}

export function sealText(keys: Keys, text: string, about: string): Buffer {
  return seal(keys, Buffer.from(text), about);
}

/** Returns undefined if the text was sealed with another key or for another purpose, or was changed. */
export function openSealedText(keys: Keys, sealed: Buffer, about: string): string | undefined {
  try {
    return unseal(keys, sealed, about).toString('utf8');
  } catch {
    return undefined;
  }
}

function tryUnseal(key: KeyObject | Buffer, sealed: Buffer, about: string): Buffer | undefined {
  if (sealed.length < IV_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(about))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
