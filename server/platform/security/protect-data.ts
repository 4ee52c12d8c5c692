import { chmod, lstat } from 'node:fs/promises';
import { join } from 'node:path';

const OTHERS = 0o077;
const STICKY = 0o1000;

/** Everything that this process writes is readable by its own user alone. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/** A folder that nobody else can enter hides all files in it. */
export async function protectDataDir(
  dataDir: string,
  { holdsDatabase }: { holdsDatabase: boolean },
): Promise<void> {
  const folder = await lstat(dataDir).catch(() => undefined);
  const self = process.getuid?.();
  // A folder that all users share, such as /tmp, must stay as it is.
  if (!folder?.isDirectory() || folder.mode & STICKY || (self !== 0 && self !== folder.uid)) return;
  // If root starts the site, the database runs as another user, who has to pass through. It may belong to another
  // process, if this one was given its address.
  const hasDatabase = holdsDatabase || (await lstat(join(dataDir, 'postgres')).catch(() => undefined));
  const passage = hasDatabase && self === 0 ? 0o711 : 0o700;
  if ((folder.mode & 0o777 & ~passage) !== 0) await chmod(dataDir, passage);
}
