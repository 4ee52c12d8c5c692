import { MAX_FILES_PER_BATCH, MAX_IMAGE_BYTES } from '#contract/endpoints/ingest.ts';
import { countOf, formatCount } from '#web/lib/formats.ts';

export type PickedFile = { file: File; path: string };
type SortedFiles = { pictures: PickedFile[]; leftOut: number };

const PICTURE = /\.(jpe?g|png|webp|tiff?)$/i;
/** macOS and Windows leave hidden files that only look like pictures. */
const COMPANION = /^(\._|\.)/;

/** Leaves out what cameras write besides pictures, such as raw files and video, and sorts the rest by name. */
export function sortOutImages(picked: readonly PickedFile[]): SortedFiles {
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

const readAll = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

const openFile = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

async function collectEntry(entry: FileSystemEntry, picked: PickedFile[]): Promise<void> {
  if (entry.isFile) {
    picked.push({
      file: await openFile(entry as FileSystemFileEntry),
      path: entry.fullPath.replace(/^\//, ''),
    });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader returns at most a hundred entries at a time, and an empty list at the end.
  for (let batch = await readAll(reader); batch.length > 0; batch = await readAll(reader)) {
    for (const child of batch) await collectEntry(child, picked);
  }
}

/** The entries have to be read before the first await, because the browser clears them after the event. */
export async function collectDropped(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return collectChosen(transfer.files);
  const picked: PickedFile[] = [];
  for (const entry of entries) await collectEntry(entry, picked);
  return picked;
}

export function collectChosen(files: Iterable<File>): PickedFile[] {
  return Array.from(files).map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}
