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
  // A reader hands out a hundred entries at a time, then an empty list.
  for (let batch = await readAll(reader); batch.length > 0; batch = await readAll(reader)) {
    for (const child of batch) await collectEntry(child, picked);
  }
}

/** Everything that was dropped, folders and all. The entries must be asked for before the first wait. */
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
