import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import type { Tx } from '#server/context.ts';

/**
 * Encrypts face data with a key that exists only as a file in storage. Deleting that file also makes the copies in
 * database logs and backups unreadable.
 */
type Vault = { seal(content: Buffer, purpose: Purpose): Buffer };
type Purpose = 'template' | 'photo';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export async function createVault(
  { storage, athleteKeys }: Pick<Tx, 'storage' | 'athleteKeys'>,
  fileId: string,
): Promise<Vault> {
  const key = randomBytes(KEY_BYTES);
  await storage.put(vaultKey(fileId), encrypt(athleteKeys, key, `key ${fileId}`));
  return { seal: (content, purpose) => encrypt(key, content, `${purpose} ${fileId}`) };
}

/** Returns undefined if the key was destroyed. */
export async function openSealed(
  { storage, athleteKeys }: Pick<Tx, 'storage' | 'athleteKeys'>,
  fileId: string,
  sealed: Buffer,
  purpose: Purpose,
): Promise<Buffer | undefined> {
  const wrapped = await storage.read(vaultKey(fileId));
  if (!wrapped) return undefined;
  return decrypt(decrypt(athleteKeys, wrapped, `key ${fileId}`), sealed, `${purpose} ${fileId}`);
}

/** Deletes the key first, so that a crash in between leaves only unreadable data. */
export async function destroyVault({ storage }: Pick<Tx, 'storage'>, fileId: string): Promise<void> {
  await storage.delete(vaultKey(fileId));
  await storage.delete(photoKey(fileId));
}

export function photoKey(fileId: string): string {
  return `athletes/photos/${fileId}`;
}

function vaultKey(fileId: string): string {
  return `athletes/keys/${fileId}`;
}

function encrypt(key: KeyObject | Buffer, content: Buffer, about: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function decrypt(key: KeyObject | Buffer, sealed: Buffer, about: string): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}
