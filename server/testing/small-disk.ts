import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Takes the space that is left, but for this much. */
  fill(freeBytes: number): void;
  free(): void;
  remove(): void;
};

const STEP_BYTES = 1024 ** 2;

/** A disk that is small enough to be filled; undefined where there cannot be one, because only root can make it. */
export function mountSmallDisk(sizeBytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'encore-disk-'));
  try {
    const options = `size=${sizeBytes},mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill(freeBytes) {
      const { bavail, bsize } = statfsSync(folder);
      try {
        for (let left = bavail * bsize - freeBytes; left > 0; left -= STEP_BYTES)
          appendFileSync(ballast, Buffer.alloc(Math.min(left, STEP_BYTES)));
      } catch (error) {
        // Others wrote meanwhile, so it is full already.
        if ((error as { code?: unknown }).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
