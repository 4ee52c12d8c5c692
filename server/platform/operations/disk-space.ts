import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OutageError } from '#server/platform/http/errors.ts';

export type DiskSpace = { freeBytes: number; sizeBytes: number };

/** Photos leave this much free for the database and for whatever else is on the same disk. */
const RESERVED_BYTES = 256 * 1024 ** 2;
const RESERVED_SHARE = 0.05;

export class DiskFullError extends OutageError {
  constructor() {
    super('the disk is full');
  }
}

/** If database and photos are elsewhere, the folder may not exist yet; its parent is on the same disk. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch (error) {
    const above = dirname(folder);
    if ((error as { code?: unknown }).code !== 'ENOENT' || above === folder) throw error;
    return readDiskSpace(above);
  }
}

export function hasSpace({ freeBytes, sizeBytes }: DiskSpace): boolean {
  return freeBytes >= Math.min(RESERVED_BYTES, sizeBytes * RESERVED_SHARE);
}

/** Asks each time, because space that is free again must be used at once. */
export async function requireSpace(folder: string): Promise<void> {
  if (!hasSpace(await readDiskSpace(folder))) throw new DiskFullError();
}

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);

/** True for our own refusal and for that of the system, which others on the same disk can cause at any time. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFullError || FULL_CODES.has(String((error as { code?: unknown } | null)?.code));
}
