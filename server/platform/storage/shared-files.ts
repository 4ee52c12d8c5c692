import { readFile, type Stats, stat } from 'node:fs';
import { promisify } from 'node:util';

const readWhole = promisify(readFile);
export const statPath = promisify(stat) as (path: string) => Promise<Stats>;

const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST_BYTES = 64 * 1024;
/** Paths that were read once lately; the memory starts anew when there are more. */
const MOST_SEEN = 10_000;

type Kept = { version: string; content: Buffer };

/**
 * Reads small files that many people ask for at the same time, such as the thumbs of an album that has just opened. It asks
 * the disk for the version of the file each time, so that what was deleted or replaced is never sent.
 */
export function createSharedFiles(mostBytes = MOST_BYTES): (path: string) => Promise<Buffer> {
  // A Map keeps the order of insertion, so the file that was not used for longest is first.
  const kept = new Map<string, Kept>();
  const seen = new Set<string>();
  let keptBytes = 0;

  function forget(path: string): void {
    keptBytes -= kept.get(path)?.content.length ?? 0;
    kept.delete(path);
  }

  function keep(path: string, file: Kept): void {
    forget(path);
    if (file.content.length > LARGEST_BYTES) return;
    kept.set(path, file);
    keptBytes += file.content.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= mostBytes) return;
      forget(oldest);
    }
  }

  /** A file that is read for the first time is not kept, because most are read by nobody else soon. */
  function isSeen(path: string): boolean {
    if (kept.has(path) || seen.has(path)) return true;
    if (seen.size >= MOST_SEEN) seen.clear();
    seen.add(path);
    return false;
  }

  return async function readShared(path) {
    if (!isSeen(path)) return readWhole(path);
    // The version is read first, so the content is as new as the version or newer.
    const version = await findVersion(path).catch((error) => {
      forget(path);
      throw error;
    });
    const found = kept.get(path);
    if (found?.version === version) {
      kept.delete(path);
      kept.set(path, found);
      return found.content;
    }
    const content = await readWhole(path);
    keep(path, { version, content });
    return content;
  };
}

const findVersion = async (path: string) => versionOf(await statPath(path));

/** Files are replaced by renaming others over them, so another file has another number or another time. */
export function versionOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino}.${size}.${mtimeMs}`;
}
