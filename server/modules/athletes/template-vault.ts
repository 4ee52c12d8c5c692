import { randomBytes } from 'node:crypto';
import type { Tx } from '#server/context.ts';
import { isSealedByNewest, seal, unseal } from '#server/platform/seal.ts';

/**
 * Encrypts face data with a key that exists only as a file in storage. Deleting that file also makes the copies in
 * database logs and backups unreadable.
 */
type Vault = { seal(content: Buffer, purpose: Purpose): Buffer };
type Purpose = 'template' | 'photo';

const KEY_BYTES = 32;

export async function createVault(
  { storage, athleteKeys }: Pick<Tx, 'storage' | 'athleteKeys'>,
  fileId: string,
): Promise<Vault> {
  const key = randomBytes(KEY_BYTES);
  await storage.put(vaultKey(fileId), seal(athleteKeys, key, `key ${fileId}`));
  return { seal: (content, purpose) => seal([key], content, `${purpose} ${fileId}`) };
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
  return unseal([unseal(athleteKeys, wrapped, `key ${fileId}`)], sealed, `${purpose} ${fileId}`);
}

/** Returns false if the newest key sealed it already, or if it was destroyed. */
export async function resealVault(
  { storage, athleteKeys }: Pick<Tx, 'storage' | 'athleteKeys'>,
  fileId: string,
): Promise<boolean> {
  const about = `key ${fileId}`;
  const wrapped = await storage.read(vaultKey(fileId));
  if (!wrapped || isSealedByNewest(athleteKeys, wrapped, about)) return false;
  await storage.put(vaultKey(fileId), seal(athleteKeys, unseal(athleteKeys, wrapped, about), about));
  return true;
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
