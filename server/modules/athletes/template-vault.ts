import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { FaceBox } from '#engines/faces/face.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findCaller } from '#server/modules/accounts/sessions.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { decrypt, encrypt, isEncryptedByNewest } from '#server/platform/security/encrypt.ts';
import { readAddress, signAddress } from '#server/platform/security/signed-address.ts';
import { type EncryptedReference, findReferencePhoto } from './athletes.queries.ts';

/**
 * Encrypts face data with a key that exists only as a file in storage. Deleting that file also makes the copies in
 * database logs and backups unreadable.
 */
type Vault = { encrypt(content: Buffer, purpose: Purpose): Buffer };
type Purpose = 'template' | 'photo';

const KEY_BYTES = 32;

export async function createVault(
  { storage, athleteKeys }: Pick<Tx, 'storage' | 'athleteKeys'>,
  fileId: string,
): Promise<Vault> {
  const key = randomBytes(KEY_BYTES);
  await storage.put(vaultKey(fileId), encrypt(athleteKeys, key, `key ${fileId}`));
  return { encrypt: (content, purpose) => encrypt([key], content, `${purpose} ${fileId}`) };
}

/** Returns undefined if the key was destroyed. */
export async function decryptTemplate(
  { storage, athleteKeys }: Pick<Tx, 'storage' | 'athleteKeys'>,
  fileId: string,
  encrypted: Buffer,
  purpose: Purpose,
): Promise<Buffer | undefined> {
  const wrapped = await storage.read(vaultKey(fileId));
  if (!wrapped) return undefined;
  return decrypt([decrypt(athleteKeys, wrapped, `key ${fileId}`)], encrypted, `${purpose} ${fileId}`);
}

/** Returns false if the newest key encrypted it already, or if it was destroyed. */
async function reencryptVault(
  { storage, athleteKeys }: Pick<Tx, 'storage' | 'athleteKeys'>,
  fileId: string,
): Promise<boolean> {
  const about = `key ${fileId}`;
  const wrapped = await storage.read(vaultKey(fileId));
  if (!wrapped || isEncryptedByNewest(athleteKeys, wrapped, about)) return false;
  await storage.put(vaultKey(fileId), encrypt(athleteKeys, decrypt(athleteKeys, wrapped, about), about));
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

export function writeEmbedding(embedding: Float32Array): Buffer {
  return Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength);
}

function readEmbedding(bytes: Buffer): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

export async function readReferences(
  tx: Pick<Tx, 'db' | 'storage' | 'athleteKeys'>,
  athleteIds: number[],
): Promise<Map<number, Float32Array[]>> {
  const references = new Map<number, Float32Array[]>();
  for (const { athleteId, fileId, encryptedTemplate } of await listEncryptedReferences(tx.db, athleteIds)) {
    const bytes = await decryptTemplate(tx, fileId, encryptedTemplate, 'template');
    if (bytes) references.set(athleteId, [...(references.get(athleteId) ?? []), readEmbedding(bytes)]);
  }
  return references;
}

/**
 * Encrypts the keys of face data with the newest key. Returns how many had an older one. The lock keeps a photo from being
 * erased meanwhile, so that its destroyed key does not come back.
 */
export async function reencryptVaults(context: Context): Promise<number> {
  let reencrypted = 0;
  for (const photoId of await listReferencePhotoIds(context.db)) {
    const isChanged = await inTransaction(context, async (tx) => {
      const fileId = await lockReferenceFile(tx.db, photoId);
      return fileId !== undefined && reencryptVault(tx, fileId);
    });
    if (isChanged) reencrypted += 1;
  }
  return reencrypted;
}

const REFERENCE_IMAGE = { purpose: 'reference picture', stepSeconds: 10 * 60 };

export function referenceImageAddress(tx: Pick<Tx, 'imageKeys' | 'clock'>, photoId: number): string {
  return `/api/reference-pictures/${signAddress(tx, REFERENCE_IMAGE, photoId)}`;
}

/** Never cached, so that a deleted photo cannot be shown again. An account that was closed or logged out shows none. */
export async function openReferenceImage(
  tx: Pick<Tx, 'db' | 'clock' | 'config' | 'imageKeys' | 'storage' | 'athleteKeys'>,
  token: string,
): Promise<Bytes> {
  const photoId = readAddress(tx, REFERENCE_IMAGE, token);
  const photo = photoId === undefined ? undefined : await findReferencePhoto(tx.db, photoId);
  const owner = photo && (await findCaller(tx, photo.userId, tx.clock.now()));
  const encrypted = owner && photo.fileId && (await tx.storage.read(photoKey(photo.fileId)));
  const content = encrypted
    ? await decryptTemplate(tx, photo.fileId as string, encrypted, 'photo')
    : undefined;
  if (!content) throw new AppError('not_found');
  return {
    content,
    sizeBytes: content.length,
    etag: `"reference-${photoId}"`,
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'no-store',
    },
  };
}

const LONGEST_SIDE = 512;
const QUALITY = 82;
const MAX_PIXELS = 120_000_000;
/** Includes hair and chin: a share of the face's size on each side. */
const MARGIN = 0.35;

export async function cutFace(picture: Buffer, box: FaceBox): Promise<Buffer> {
  const upright = sharp(picture, { limitInputPixels: MAX_PIXELS }).autoOrient();
  const { autoOrient } = await sharp(picture, { limitInputPixels: MAX_PIXELS }).metadata();
  const across = between(box.x - box.width * MARGIN, box.x + box.width * (1 + MARGIN), autoOrient.width);
  const down = between(box.y - box.height * MARGIN, box.y + box.height * (1 + MARGIN), autoOrient.height);
  return upright
    .extract({ left: across.from, width: across.length, top: down.from, height: down.length })
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}

function between(start: number, end: number, size: number): { from: number; length: number } {
  const from = Math.max(0, Math.floor(start * size));
  return { from, length: Math.max(1, Math.min(size, Math.ceil(end * size)) - from) };
}

export async function listEncryptedReferences(db: Db, athleteIds: number[]): Promise<EncryptedReference[]> {
  const rows = await db
    .selectFrom('athleteReferencePhotos')
    .select(['athleteId', 'fileId', 'encryptedTemplate'])
    .where('athleteId', '=', anyOf(athleteIds))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ athleteId, fileId, encryptedTemplate }) =>
    fileId && encryptedTemplate ? [{ athleteId, fileId, encryptedTemplate }] : [],
  );
}

async function listReferencePhotoIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('athleteReferencePhotos')
    .select('id')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function lockReferenceFile(db: Db, photoId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('athleteReferencePhotos')
    .select('fileId')
    .where('id', '=', photoId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.fileId ?? undefined;
}
