import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** A lower priority than requests and image processing, but not so low that a busy machine never detects faces. */
const NICENESS = 5;

/** Only Linux has a priority per thread; elsewhere nothing changes. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // Without permission the thread keeps its normal priority.
  }
}
