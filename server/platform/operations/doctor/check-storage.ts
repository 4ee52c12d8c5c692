import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '#server/platform/config/config.ts';
import { readRestoreMark } from '#server/platform/operations/backup/restore-mark.ts';
import { createStorage } from '#server/platform/storage/create-storage.ts';
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { type Check, type Finding, failed, messageOf, ok, warning } from './finding.ts';

const GIGABYTE = 1024 ** 3;
const SCARCE_SHARE = 0.1;
/** The size of an original, so that limits on request sizes show. */
const LARGE_BYTES = 12 * 1024 * 1024;

export function checkStorage(config: Config): Check[] {
  const where = config.s3 ? `the bucket ${config.s3.bucket}` : join(config.dataDir, 'photos');
  return [
    { name: 'data folder', run: () => checkDataFolder(config.dataDir) },
    {
      name: 'storage',
      run: async () => (config.s3 ? tryStorage(await createStorage(config), where) : tryDisk(where)),
    },
  ];
}

async function checkDataFolder(dataDir: string): Promise<Finding[]> {
  if (readRestoreMark(dataDir))
    return [failed('data folder', 'a restore did not finish: run npm run restore again')];
  const place = await nearestFolder(dataDir);
  const probe = await mkdtemp(join(place, '.doctor-')).catch((error) => {
    throw new Error(
      `${place} cannot be written (${messageOf(error)}): give it to the user who runs the site`,
    );
  });
  try {
    await writeFile(join(probe, 'probe'), 'probe', { flush: true });
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
  return [judgeSpace(place, await statfs(place))];
}

/** Beside the pictures, because the site itself must create its folders. */
async function tryDisk(where: string): Promise<Finding[]> {
  const folder = await mkdtemp(join(await nearestFolder(where), '.doctor-'));
  try {
    return await tryStorage(createDiskStorage(folder), where);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function nearestFolder(path: string): Promise<string> {
  const found = await statfs(path).catch(() => undefined);
  return found || dirname(path) === path ? path : nearestFolder(dirname(path));
}

export function judgeSpace(
  place: string,
  { bavail, blocks, bsize }: { bavail: number; blocks: number; bsize: number },
): Finding {
  const [freeBytes, share] = [bavail * bsize, bavail / Math.max(blocks, 1)];
  const said = `${(freeBytes / GIGABYTE).toFixed(1)} GB free in ${place}`;
  if (freeBytes < GIGABYTE) return failed('data folder', `${said}: make room, uploads would fail`);
  if (share < SCARCE_SHARE) return warning('data folder', `${said}, less than a tenth: make room soon`);
  return ok('data folder', said);
}

/** Does what the site does with a picture, and names the step that fails. */
export async function tryStorage(storage: Storage, where: string): Promise<Finding[]> {
  const key = `doctor/${randomUUID()}`;
  const folder = await mkdtemp(join(tmpdir(), 'encore-doctor-'));
  const large = join(folder, 'large');
  await writeFile(large, Buffer.alloc(LARGE_BYTES, 1));
  const steps: [string, () => Promise<boolean>][] = [
    ['write', () => storage.put(key, Buffer.from('0123456789')).then(() => true)],
    ['read', async () => (await storage.read(key))?.toString() === '0123456789'],
    [
      'read a range',
      async () => {
        const part = Buffer.alloc(3);
        const reader = await storage.openReader(key, 2);
        await reader?.read(part).finally(() => reader.close());
        return part.toString() === '234';
      },
    ],
    ['write a large file', () => storage.putFile(`${key}-large`, large).then(() => true)],
    ['ask for a size', async () => (await storage.stat(`${key}-large`))?.sizeBytes === LARGE_BYTES],
    [
      'copy',
      async () => {
        await storage.copy(key, `${key}-copy`);
        return (await storage.read(`${key}-copy`))?.toString() === '0123456789';
      },
    ],
    [
      'delete',
      async () => {
        await storage.delete(key);
        return (await storage.read(key)) === undefined;
      },
    ],
  ];
  try {
    for (const [step, run] of steps) {
      const problem = await run().then(
        (isRight) => (isRight ? undefined : 'the answer is wrong'),
        (error: unknown) => messageOf(error),
      );
      if (problem)
        return [failed('storage', `cannot ${step} in ${where}: ${problem}. Check address, keys and rights`)];
    }
    return [ok('storage', `${where} writes, reads, copies and deletes`)];
  } finally {
    for (const name of [key, `${key}-large`, `${key}-copy`])
      await storage.delete(name).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
