import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { createDiskStorage } from '#server/platform/storage/disk-storage.ts';
import { checkStorage, judgeSpace, tryStorage } from './check-storage.ts';
import { runChecks } from './finding.ts';

const GIGABYTE = 1024 ** 3;
const folder = mkdtempSync(join(tmpdir(), 'encore-doctor-storage-'));
let closeS3: (() => unknown) | undefined;

afterAll(async () => {
  await closeS3?.();
  rmSync(folder, { recursive: true, force: true });
});

test('S3 works with the right bucket, and names the step that fails with a wrong one', async () => {
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'pictures', configs: [] }],
  });
  const { port } = await s3.run();
  closeS3 = () => s3.close();
  const keys = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const judge = async (bucket: string) => {
    const config = readConfig({ DATA_DIR: folder, ...keys, S3_BUCKET: bucket });
    const findings = await runChecks(checkStorage(config));
    return findings.map(({ check, state, line }) => `${check} ${state}: ${line}`)[1];
  };
  expect(await judge('pictures')).toMatch(/^storage ok: the bucket pictures/);
  expect(await judge('others')).toMatch(/^storage failed: cannot write .*others/);
});

test('a storage that ignores ranges is found out', async () => {
  const disk = createDiskStorage(join(folder, 'ranges'));
  const broken = { ...disk, openReader: (key: string) => disk.openReader(key, 0) };
  const [finding] = await tryStorage(broken, 'a disk');
  expect(finding?.line).toMatch(/^cannot read a range in a disk: the answer is wrong/);
});

test.each([
  ['ok', { bavail: 100, blocks: 200, bsize: GIGABYTE }],
  ['warning', { bavail: 5, blocks: 200, bsize: GIGABYTE }],
  ['failed', { bavail: 1, blocks: 2, bsize: GIGABYTE / 2 }],
])('space is %s', (state, space) => expect(judgeSpace('/data', space).state).toBe(state));
