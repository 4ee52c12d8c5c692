import type { PickedFile } from './picture-files.ts';

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

export function collectChosen(files: FileList | null): PickedFile[] {
  return [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}
