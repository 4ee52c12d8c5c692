import { ApiError } from '#web/lib/api-error.ts';
import type { OwnPhotos } from './download-photos.ts';
import { originalAddress } from './original-address.ts';

/** A phone holds a batch in memory until its share sheet has taken it. */
export const BATCH_PHOTOS = 10;

/** True on a phone or tablet whose share sheet takes pictures, and so offers to save them in the photo library. */
export function canSharePhotos(): boolean {
  if (typeof navigator.canShare !== 'function') return false;
  if (!window.matchMedia?.('(pointer: coarse)').matches) return false;
  const sample = new File([new Uint8Array(1)], 'photo.jpg', { type: 'image/jpeg' });
  return navigator.canShare({ files: [sample] });
}

async function loadFile(
  { albumUuid, auth }: OwnPhotos,
  image: OwnPhotos['images'][number],
  signal: AbortSignal,
) {
  const answer = await fetch(originalAddress(albumUuid, image.id, auth), { signal });
  if (!answer.ok) {
    throw new ApiError({
      status: answer.status,
      code: 'photo_not_loaded',
      message: 'A photo could not be loaded. Please try again.',
    });
  }
  const picture = await answer.blob();
  return new File([picture], image.file_name, { type: picture.type || 'image/jpeg' });
}

type Loading = { onLoaded: (count: number) => void; signal: AbortSignal };

export async function loadBatch(
  photos: OwnPhotos,
  start: number,
  { onLoaded, signal }: Loading,
): Promise<File[]> {
  const files: File[] = [];
  for (const image of photos.images.slice(start, start + BATCH_PHOTOS)) {
    files.push(await loadFile(photos, image, signal));
    onLoaded(files.length);
  }
  return files;
}

/** `closed` is a change of mind, `needs_tap` means that the browser wants a new tap because loading took long. */
export type ShareOutcome = 'shared' | 'closed' | 'needs_tap' | 'impossible';

export async function shareFiles(files: File[]): Promise<ShareOutcome> {
  try {
    await navigator.share({ files });
    return 'shared';
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'AbortError') return 'closed';
    return name === 'NotAllowedError' ? 'needs_tap' : 'impossible';
  }
}
