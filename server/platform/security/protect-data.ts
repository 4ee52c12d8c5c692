import type { Dirent } from 'node:fs';
import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

const OURS = /^(photos|uploads|[\w-]+-secret)$/;
const OTHERS = 0o077;
const STICKY = 0o1000;
const MAX_ENTRIES = 20_000;

/** Everything that this process writes is readable by its own user alone. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Closes what an earlier version left open to other users. A folder that nobody can enter hides all files in it, so
 * the walk may end early; it happens once, because the folder is closed from then on.
 */
export async function protectDataDir(
  dataDir: string,
  { holdsDatabase }: { holdsDatabase: boolean },
): Promise<void> {
  const folder = await lstat(dataDir).catch(() => undefined);
  // A folder that all users share, such as /tmp, must stay as it is.
  if (!folder?.isDirectory() || folder.mode & STICKY || !isOurs(folder.uid)) return;
  // If root starts the site, the database runs as another user, who has to pass through. It may belong to another
  // process, if this one was given its address.
  const hasDatabase = holdsDatabase || (await lstat(join(dataDir, 'postgres')).catch(() => undefined));
  const isPassedThrough = hasDatabase && process.getuid?.() === 0;
  const passage = isPassedThrough ? 0o711 : 0o700;
  await close(dataDir, folder.mode, passage);
  const left = { entries: MAX_ENTRIES };
  for await (const entry of await opendir(dataDir)) {
    const path = join(dataDir, entry.name);
    if (OURS.test(entry.name)) await protect(path, entry, left);
    // PostgreSQL keeps its own files private.
    else if (entry.name === 'postgres') await close(path, (await lstat(path)).mode, passage);
  }
}

async function protect(path: string, entry: Dirent, left: { entries: number }): Promise<void> {
  left.entries -= 1;
  if (left.entries < 0 || entry.isSymbolicLink()) return;
  const { mode, uid } = await lstat(path);
  if (!isOurs(uid)) return;
  if (!entry.isDirectory()) return close(path, mode, 0o600);
  if ((mode & OTHERS) === 0) return;
  await close(path, mode, 0o700);
  for await (const inner of await opendir(path)) await protect(join(path, inner.name), inner, left);
}

async function close(path: string, mode: number, wanted: number): Promise<void> {
  if ((mode & 0o777 & ~wanted) !== 0) await chmod(path, wanted);
}

function isOurs(uid: number): boolean {
  const self = process.getuid?.();
  return self === 0 || self === uid;
}
