import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** Behind pages and photos being developed, but not so far behind that a busy machine never looks at a face. */
const NICENESS = 5;

/** Linux knows a priority for each thread; elsewhere it is the process's, and stays as it is. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // Not allowed to: as good as any other thread.
  }
}
