/** Variants of a picture that have an address of their own. */
export type Variant = 'thumb' | 'preview' | 'original';

/** Pictures as they are stored; the clean ones, without a watermark, have no address: an owner's token leads to them. */
export type StoredVariant = 'thumb' | 'preview' | 'clean-thumb' | 'clean-preview';

const FOLDERS_PER_ALBUM = 100;

/**
 * A derivative lies where its address says (album uuid, image id, variant), so serving it, here or by a front
 * server, needs no look-up. Moving or hiding an image moves its derivatives.
 */
export function derivativeKey(folderUuid: string, imageId: number, variant: StoredVariant): string {
  const shard = imageId % FOLDERS_PER_ALBUM;
  return `derived/${folderUuid.slice(0, 2)}/${folderUuid}/${shard}/${imageId}.${variant}`;
}

/** Every face of a picture, cut out; no address leads here. */
export function faceCropsKey(eventId: number, imageId: number): string {
  return `crops/${eventId}/${imageId % FOLDERS_PER_ALBUM}/${imageId}`;
}

/** Originals lie by content: the same bytes at one event are one file, and no address leads here. */
export function originalKey(eventId: number, contentHash: Buffer): string {
  const hash = contentHash.toString('hex');
  return `originals/${eventId}/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}

/** A copy without metadata of an original whose format has no place to blank; it never changes. */
export function rewrittenKey(eventId: number, contentHash: Buffer): string {
  return `rewritten/${originalKey(eventId, contentHash)}`;
}
