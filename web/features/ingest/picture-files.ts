import { MAX_FILES_PER_BATCH, MAX_IMAGE_BYTES } from '#contract/endpoints/ingest.ts';
import { countOf, formatCount } from '#web/lib/count-words.ts';

export type PickedFile = { file: File; path: string };
export type SortedFiles = { pictures: PickedFile[]; leftOut: number };

const PICTURE = /\.(jpe?g|png|webp|tiff?)$/i;
/** macOS and Windows leave hidden files that only look like pictures. */
const COMPANION = /^(\._|\.)/;

/** Leaves out what cameras write besides pictures, such as raw files and video, and sorts the rest by name. */
export function sortOutPictures(picked: readonly PickedFile[]): SortedFiles {
  const byName = new Intl.Collator('en', { numeric: true });
  const pictures = picked
    .filter(({ file }) => PICTURE.test(file.name) && !COMPANION.test(file.name))
    .toSorted((a, b) => byName.compare(a.path, b.path));
  return { pictures, leftOut: picked.length - pictures.length };
}

export function findFault(file: File): string | undefined {
  if (file.size === 0) return 'The file is empty.';
  if (file.size > MAX_IMAGE_BYTES) return `Larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB.`;
  return undefined;
}

export function findRefusal(files: number): string | undefined {
  if (files === 0) return 'None of these files are photos. Choose JPEG, PNG, WebP or TIFF files.';
  if (files <= MAX_FILES_PER_BATCH) return undefined;
  return `${countOf(files, 'photo')} are too many for one upload. The limit is ${formatCount(MAX_FILES_PER_BATCH)}. Upload them in parts.`;
}
