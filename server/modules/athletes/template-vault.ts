import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import type { Context } from '#server/context.ts';

type World = Pick<Context, 'storage' | 'athleteKeys'>;

/**
 * What is told of a face is sealed with a key of its own, which lies in the storage and nowhere else. Deleting that
 * file makes unreadable what the database keeps of deleted rows, in its log and in backups.
 */
type Vault = { seal(content: Buffer, purpose: Purpose): Buffer };
type Purpose = 'template' | 'photo';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export async function createVault({ storage, athleteKeys }: World, fileId: string): Promise<Vault> {
  const key = randomBytes(KEY_BYTES);
  await storage.put(keyPlace(fileId), encrypt(athleteKeys, key, `key ${fileId}`));
  return { seal: (content, purpose) => encrypt(key, content, `${purpose} ${fileId}`) };
}

/** Undefined when the key was destroyed. */
export async function openSealed(
  { storage, athleteKeys }: World,
  fileId: string,
  sealed: Buffer,
  purpose: Purpose,
): Promise<Buffer | undefined> {
  const wrapped = await storage.read(keyPlace(fileId));
  if (!wrapped) return undefined;
  return decrypt(decrypt(athleteKeys, wrapped, `key ${fileId}`), sealed, `${purpose} ${fileId}`);
}

/** The key first: whatever is left after a crash cannot be read. */
export async function destroyVault({ storage }: Pick<World, 'storage'>, fileId: string): Promise<void> {
  await storage.delete(keyPlace(fileId));
  await storage.delete(photoPlace(fileId));
}

export function photoPlace(fileId: string): string {
  return `athletes/photos/${fileId}`;
}

function keyPlace(fileId: string): string {
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
