import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onEnd } from '../clean-up.ts';

const BLOCK = Buffer.alloc(1024 * 1024, 1);

/** Mounts a small disk in memory, so that filling it hurts nothing else. */
export function mountDisk(folder: string, megabytes: number, mode: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=${mode}`, 'tmpfs', folder]);
  onEnd(() => void execFileSync('umount', ['-l', folder]));
}

/** Writes until not one more byte fits. */
export function fillDisk(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'w');
  try {
    for (;;) writeSync(file, BLOCK);
  } catch {
    if (statfsSync(folder).bavail > 0) throw new Error(`${folder} could not be filled`);
  } finally {
    closeSync(file);
  }
}

export function emptyDisk(folder: string): void {
  rmSync(join(folder, 'filler'), { force: true });
}
