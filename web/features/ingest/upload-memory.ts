// An upload can be resumed after the page was closed. Browsers do not keep the files themselves, so staff choose them
// again, and they are recognized by path, size and date.

import { readStored, removeStored, writeStored } from '#web/lib/storage.ts';
import type { PickedFile } from './picture-files.ts';

const STAFF_KEY = 'INGEST_UPLOAD';
const MAX_AGE_MS = 3 * 24 * 60 * 60 * 1000;

export type SavedUpload = {
  batchId: string;
  eventId: number;
  albumId: number | null;
  /** Identifies the set of files as a whole. */
  setKey: string;
  totalFiles: number;
  startedAt: number;
  arrived: string[];
};

export type UploadMemory = {
  find(): SavedUpload | undefined;
  save(saved: SavedUpload): void;
  forget(): void;
};

/** Two rounds of FNV-1a are short enough to store 20,000 of them, and long enough not to collide in one upload. */
function shortHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

export function fileKey({ file, path }: PickedFile): string {
  return shortHash(`${path}|${file.size}|${file.lastModified}`);
}

export function setKeyOf(fileKeys: readonly string[]): string {
  return shortHash(fileKeys.toSorted().join());
}

/** Staff and passes remember under different keys, because one browser may be used for both. */
export function storedUploadMemory(key = STAFF_KEY): UploadMemory {
  return {
    find() {
      try {
        const found = JSON.parse(readStored(key) ?? 'null') as SavedUpload | null;
        return found && Date.now() - found.startedAt < MAX_AGE_MS ? found : undefined;
      } catch {
        return undefined;
      }
    },
    save: (saved) => writeStored(key, JSON.stringify(saved)),
    forget: () => removeStored(key),
  };
}
