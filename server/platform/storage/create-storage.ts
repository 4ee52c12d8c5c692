import { join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { createDiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** The library of S3 takes 6 MB, so a site that keeps its photos on a disk does not load it. */
export async function createStorage(config: Config): Promise<Storage> {
  if (!config.s3) return createDiskStorage(join(config.dataDir, 'photos'));
  const { createS3Storage } = await import('./s3-storage.ts');
  return createS3Storage(config.s3);
}
