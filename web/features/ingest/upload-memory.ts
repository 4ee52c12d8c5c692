// What an upload needs to go on after the page was closed: its batch, and which files have arrived. The files
// themselves a browser does not keep; they are chosen again and known by name, size and date.

import { readStored, removeStored, writeStored } from '#web/lib/storage.ts';
import type { PickedFile } from './picture-files.ts';

const KEY = 'INGEST_UPLOAD';
const KEPT_MS = 3 * 24 * 60 * 60 * 1000;

export type Remembered = {
  batchId: string;
  eventId: number;
  albumId: number | null;
  /** Names the set of files as a whole. */
  setKey: string;
  totalFiles: number;
  startedAt: number;
  arrived: string[];
};

export type UploadMemory = {
  find(): Remembered | undefined;
  keep(remembered: Remembered): void;
  forget(): void;
};

/** Two rounds of FNV-1a: short enough to keep 20,000 of them, long enough never to meet in one upload. */
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

export const storedUploadMemory: UploadMemory = {
  find() {
    try {
      const found = JSON.parse(readStored(KEY) ?? 'null') as Remembered | null;
      return found && Date.now() - found.startedAt < KEPT_MS ? found : undefined;
    } catch {
      return undefined;
    }
  },
  keep: (remembered) => writeStored(KEY, JSON.stringify(remembered)),
  forget: () => removeStored(KEY),
};
