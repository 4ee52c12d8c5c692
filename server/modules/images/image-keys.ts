import type { CoverVariant } from '#contract/rules/albums.ts';

/** Clean variants have no watermark and no address of their own: an owner's token leads to them. */
export type StoredVariant = MarkedVariant | `clean-${MarkedVariant}`;
type MarkedVariant = 'thumb' | 'preview' | CoverVariant;

const FOLDERS_PER_ALBUM = 100;

/**
 * The key follows from the address (album uuid, image id, variant), so that serving needs no lookup. Moving or hiding
 * an image moves its derivatives.
 */
export function derivativeKey(folderUuid: string, imageId: number, variant: StoredVariant): string {
  const shard = imageId % FOLDERS_PER_ALBUM;
  return `derived/${folderUuid.slice(0, 2)}/${folderUuid}/${shard}/${imageId}.${variant}`;
}

export function faceCropsKey(eventId: number, imageId: number): string {
  return `crops/${eventId}/${imageId % FOLDERS_PER_ALBUM}/${imageId}`;
}

/** The variants of a preview that was made again are stored by content. They have no address. */
export function replacedVariantsKey(imageId: number, contentHash: Buffer): string {
  return `replaced-variants/${imageId % FOLDERS_PER_ALBUM}/${imageId}-${contentHash.toString('hex', 0, 16)}`;
}

/** Originals are stored by content: the same bytes at one event are one file. */
export function originalKey(eventId: number, contentHash: Buffer): string {
  const hash = contentHash.toString('hex');
  return `originals/${eventId}/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}

/** Formats other than JPEG are sent from a stored copy without metadata; each rotation has its own copy. */
export function rewrittenKey(eventId: number, contentHash: Buffer, rotation = 0): string {
  const suffix = rotation === 0 ? '' : `.${rotation}`;
  return `rewritten/${originalKey(eventId, contentHash)}${suffix}`;
}
